import { expect, it } from 'vitest';
import { contentHash, newId } from '../../storage/storage';
import { copyId } from './copy-id';

/** Of two themes that were published at one time, the older one by ID has the template (`lastLinked`). */
it('a copy of a theme is younger than that, whatever it holds', () => {
  const id = newId();
  const copies = Array.from({ length: 5_000 }, (_, at) =>
    copyId(id, 'a copy.json', contentHash(`what it holds ${String(at)}`)),
  );
  expect(copies.filter((each) => each < id)).toEqual([]);
});
