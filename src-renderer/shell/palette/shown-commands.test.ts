import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandGroups, type Command, type CommandGroup } from '../../state/commands.svelte';
import { shownCommands } from './shown-commands';

const command = (group: CommandGroup, label: string, more: Partial<Command> = {}): Command => ({
  id: `${group}:${label}`,
  group,
  label,
  run: () => undefined,
  ...more,
});

const all = [
  command('themes', 'Booking'),
  command('places', 'Settings'),
  command('places', 'Billing'),
  command('actions', 'Show themes tagged Booking', { quiet: true }),
  command('actions', 'New theme', {
    alters: true,
    withText: (typed) => ({ label: `New theme named “${typed}”`, run: () => undefined }),
  }),
  command('actions', 'Search', {
    withText: (typed) => ({ label: `Search for “${typed}”`, run: () => undefined }),
  }),
  command('previews', 'Booking, evening', { sends: true }),
];

const shown = (query: string, recent: string[] = [], commands: readonly Command[] = all) =>
  shownCommands(commands, query, recent).map(
    (group) => `${group.name}: ${group.commands.map((one) => one.command.label).join(' | ')}`,
  );

describe('shownCommands', () => {
  it('puts what was used last first', () => {
    expect(shown('')).toEqual([
      'places: Settings | Billing',
      'previews: Booking, evening',
      'actions: New theme | Search',
      'themes: Booking',
    ]);
    expect(shown('', ['places:Billing', 'gone', 'themes:Booking'])).toEqual([
      'recent: Billing | Booking',
      'previews: Booking, evening',
      'places: Settings',
      'actions: New theme | Search',
    ]);
  });

  it('never has first what leaves this computer, before anything is typed', () => {
    const recent = ['previews:Booking, evening', 'screen:Publish to Northwind', 'places:Billing'];
    const here = [
      command('screen', 'Publish to Northwind', { sends: true }),
      command('screen', 'Duplicate'),
    ];
    expect(shown('', recent, [...here, ...all])).toEqual([
      'recent: Billing',
      'screen: Duplicate | Publish to Northwind',
      'previews: Booking, evening',
      'places: Settings',
      'actions: New theme | Search',
      'themes: Booking',
    ]);
    // Where the screen has nothing else, a place is first.
    expect(shown('', [], [...here.slice(0, 1), ...all]).slice(0, 2)).toEqual([
      'places: Settings | Billing',
      'screen: Publish to Northwind',
    ]);
    const first = (recentIds: string[], commands: Command[]) =>
      shownCommands(commands, '', recentIds)[0]?.commands[0]?.command;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...commandGroups), fc.boolean(), fc.boolean()), {
          maxLength: 12,
        }),
        (made) => {
          const commands = made.map(([group, sends, alters], index) =>
            command(group, `Command ${index}`, { sends, alters }),
          );
          const ids = commands.map(({ id }) => id);
          const { sends = false, alters = false } = first(ids.reverse(), commands) ?? {};
          expect(sends || alters).toBe(false);
        },
      ),
    );
  });

  it('never has first what makes or deletes, unless it was found', () => {
    const here = [command('screen', 'Delete', { alters: true }), command('screen', 'Rename')];
    expect(shown('', [], here)).toEqual(['screen: Rename | Delete']);
    expect(shown('', ['screen:Delete'], here)).toEqual(['screen: Rename', 'recent: Delete']);
    expect(shown('', ['screen:Delete', 'screen:Rename'], here)).toEqual([
      'recent: Rename | Delete',
    ]);
    expect(shown('del', [], here)).toEqual(['screen: Delete']);
    expect(shown('zz', [], here)).toEqual([]);
  });

  it('puts the best match first, and of equals what was used last', () => {
    expect(shown('book')).toEqual([
      'themes: Booking',
      'previews: Booking, evening',
      'actions: Show themes tagged Booking | New theme named “book” | Search for “book”',
    ]);
    const twins = [command('places', 'Bills'), command('places', 'Billy')];
    expect(shown('bill', [], twins)).toEqual(['places: Bills | Billy']);
    expect(shown('bill', ['places:Billy'], twins)).toEqual(['places: Billy | Bills']);
  });

  it('offers to use what was typed, at the end, also when nothing else is found', () => {
    expect(shown(' zz ')).toEqual(['actions: Search for “zz” | New theme named “zz”']);
    expect(shown('zz', [], [command('places', 'Settings')])).toEqual([]);
  });

  it('shows no more than can be looked over', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => command('themes', `Theme ${index}`));
    expect(shownCommands(many, '', [])[0]?.commands).toHaveLength(5);
    expect(shownCommands(many, 'theme', [])[0]?.commands).toHaveLength(8);
  });
});
