/**
 * Many themes are being duplicated. A person keeps both versions of another one, which waits for its turn behind that, presses
 * Publish in the studio and goes on typing for as long as it takes: “what you type after publishing isn’t sent” (CHANGELOG).
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { publishAsItIs, type, withConflictCopy } from './testing/theme-being-replaced';

const typed = '/* not for anybody yet */';

it.each([
  ['the control: nothing is to be decided', false],
  ['both versions are kept', true],
])('sends nothing that is typed after Publish: %s', async (_name, isDecided) => {
  const made = await outboxFixture({ themes: 40 });
  const { library, practice } = made;
  const { copyId } = await withConflictCopy(made, '.theirs{}');

  const duplicating = library.handlers.duplicate({ ids: made.ids.slice(1) });
  await vi.waitFor(() => expect(library.isAtWork()).toBe(true));
  const deciding = isDecided
    ? library.handlers.resolveConflict({ id: copyId, keep: 'both' })
    : undefined;
  const publishing = publishAsItIs(made);
  await type(made, { field: 'customCss', value: typed });
  expect((await publishing).problems).toEqual([]);
  await Promise.all([duplicating, deciding]);
  await made.settled();

  expect(practice.received()).toHaveLength(1);
  expect(practice.received().at(-1)?.body).not.toContain(typed);
});
