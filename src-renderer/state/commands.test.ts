import { describe, expect, it } from 'vitest';
import { commands, registerCommands, type Command } from './commands.svelte';
import { libraryView } from './library-view.svelte';

const command = (id: string): Command => ({ id, group: 'screen', label: id, run: () => undefined });
const ids = () => commands.list.map(({ id }) => id);

describe('registerCommands', () => {
  it('adds a source until its end, the first of an id winning', () => {
    const endOne = registerCommands(() => [command('a'), command('b')]);
    const endTwo = registerCommands(() => [command('b'), command('c')]);
    expect(ids()).toEqual(['a', 'b', 'c']);
    endOne();
    expect(ids()).toEqual(['b', 'c']);
    endTwo();
    expect(ids()).toEqual([]);
  });

  it('follows the state that a source reads', () => {
    const end = registerCommands(() =>
      libraryView.tag === null ? [] : [command(libraryView.tag)],
    );
    expect(ids()).toEqual([]);
    libraryView.tag = 'Sales';
    expect(ids()).toEqual(['Sales']);
    libraryView.clear();
    end();
  });
});
