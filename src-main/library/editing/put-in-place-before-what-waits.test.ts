/**
 * A colour waits for a theme whose file is away. The file comes back, and a virus scanner holds it for a moment just
 * then. Before Foyer tries again by itself (up to a minute later), a person puts something else in the theme's place:
 * what a backup has, what was imported, or a conflicting copy. What was typed before comes before that: the theme is
 * as it was put there.
 */
import { expect, it, vi } from 'vitest';
import type { Library } from '../library';
import { libraryWithFile } from '../testing/file-away';
import { listChange, putTheme, savedWhenAsked, themeDocument } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const green = '#00FF00';

async function waiting() {
  const made = await libraryWithFile({ pace: savedWhenAsked });
  const { library, folders, id, document } = made;
  const copy = themeDocument({ name: 'Harbour (copy)', conflictOf: { id, name: 'Harbour' } });
  const theme = structuredClone(copy.theme);
  theme.general.font = 'Inter';
  const isListed = listChange(library, ({ upserted }) =>
    upserted.some((each) => each.id === copy.id),
  );
  await putTheme(folders, 'copy.json', { ...copy, theme });
  await Promise.all([isListed, library.rescan()]);
  await made.goAway();
  await library.handlers.editLater({
    ...{ id, name: 'Harbour' },
    edits: [{ field: 'chat.buttons.backgroundColor', value: green }],
  });
  const { heal } = await made.comeBackHeld();
  await expect.poll(() => library.flushAtOnce()[0]?.problem.code).toBe('storageNotRead');
  heal();
  return { library, id, document, copyId: copy.id, theme };
}

type Made = Awaited<ReturnType<typeof waiting>>;
type Act = (library: Library, made: Made) => Promise<unknown>;
const acts: readonly (readonly [string, Act])[] = [
  [
    'the control: an earlier version',
    async (library, { id, theme }) => {
      await library.replace(
        id,
        (now) => ({ ...now, theme }),
        () => undefined,
      );
      const { version } = await library.handlers.keepVersion({ id, name: 'For the fair' });
      await library.handlers.restoreVersion({ id, version });
      // Only to reach the same end.
      await library.replace(
        id,
        (now) => ({ ...now, theme }),
        () => undefined,
      );
    },
  ],
  [
    'what was imported',
    (library, { id, theme }) =>
      library.replace(
        id,
        (now) => ({ ...now, theme }),
        () => undefined,
      ),
  ],
  [
    'a backup',
    (library, { document, theme }) => library.putBack({ ...document, theme }, 'replace'),
  ],
  [
    'a conflicting copy',
    async (library, { copyId }) => library.handlers.resolveConflict({ id: copyId, keep: 'this' }),
  ],
];

it.each(acts)('%s', async (_name, act) => {
  const made = await waiting();
  const { library, id } = made;
  await act(library, made);
  await library.saveEdits();
  const text = JSON.stringify(await library.current(id));
  expect(text).toContain('Inter');
  expect(text).not.toContain(green);
});
