import { validate, version } from 'uuid';
import { expect, it } from 'vitest';
import { themeIdSchema } from '@shared/theme/theme';
import { contentHash, newId } from '../../storage/storage';
import { copyId } from './copy-id';

/** Of two themes that were published at one time, the older one by ID has the template (`lastLinked`). */
it('a copy of a theme is younger than that, and so is a copy of it, whatever they hold', () => {
  const hashes = Array.from({ length: 5_000 }, (_, at) =>
    contentHash(`what it holds ${String(at)}`),
  );
  let theme = newId();
  for (let generation = 1; generation <= 2; generation += 1) {
    const copies = hashes.map((hash) => copyId(theme, 'a copy.json', hash)).sort();
    expect(copies.filter((each) => each < theme)).toEqual([]);
    for (const each of copies) expect([validate(each), version(each)]).toEqual([true, 8]);
    theme = copies.at(-1) ?? '';
  }
});

it('a copy of a copy has an ID, however often that was copied', () => {
  let id = newId();
  const ids = Array.from(
    { length: 20 },
    () => (id = copyId(id, 'a.json', contentHash('the same'))),
  );
  for (const each of ids) expect(themeIdSchema.safeParse(each).success).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});
