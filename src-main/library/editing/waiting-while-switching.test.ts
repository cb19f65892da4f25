/**
 * What waits for a theme whose file is away is tried while Foyer is going on with another library, which has a theme
 * of the same id (a copy of the folder): it is not that one's.
 */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { libraryBesideCopy } from '../testing/switching-library';

const edits = [{ field: 'chat.buttons.backgroundColor', value: '#00FF00' }] as never;

it.each([true, false])(
  'is given to none of another (given before the switch: %s)',
  async (isBefore) => {
    const { library, id, there, before, goAway, beginSwitch } = await libraryBesideCopy();
    await goAway();
    const give = async () => library.handlers.editLater({ id, name: 'Harbour', edits });
    if (isBefore) await give();
    const endSwitch = await beginSwitch();
    const given = isBefore ? library.saveEdits() : give();
    await Promise.all([endSwitch(), given]);
    const unsaved = await library.saveEdits();
    expect(await readFile(there, 'utf8')).toBe(before);
    expect(unsaved).toMatchObject([{ problem: { code: 'notFound' } }]);
  },
);
