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
    withText: (typed) => ({ label: `New theme named “${typed}”`, run: () => undefined }),
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
      'actions: New theme',
      'themes: Booking',
    ]);
    expect(shown('', ['places:Billing', 'gone', 'themes:Booking'])).toEqual([
      'recent: Billing | Booking',
      'previews: Booking, evening',
      'places: Settings',
      'actions: New theme',
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
      'actions: New theme',
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
        fc.array(fc.tuple(fc.constantFrom(...commandGroups), fc.boolean()), { maxLength: 12 }),
        (made) => {
          const commands = made.map(([group, sends], index) =>
            command(group, `Command ${index}`, { sends }),
          );
          const ids = commands.map(({ id }) => id);
          expect(first(ids.reverse(), commands)?.sends ?? false).toBe(false);
        },
      ),
    );
  });

  it('puts the best match first, and of equals what was used last', () => {
    expect(shown('book')).toEqual([
      'themes: Booking',
      'previews: Booking, evening',
      'actions: Show themes tagged Booking | New theme named “book”',
    ]);
    const twins = [command('places', 'Bills'), command('places', 'Billy')];
    expect(shown('bill', [], twins)).toEqual(['places: Bills | Billy']);
    expect(shown('bill', ['places:Billy'], twins)).toEqual(['places: Billy | Bills']);
  });

  it('offers to use what was typed, at the end, also when nothing else is found', () => {
    expect(shown(' zz ')).toEqual(['actions: New theme named “zz”']);
    expect(shown('zz', [], [command('places', 'Settings')])).toEqual([]);
  });

  it('shows no more than can be looked over', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => command('themes', `Theme ${index}`));
    expect(shownCommands(many, '', [])[0]?.commands).toHaveLength(5);
    expect(shownCommands(many, 'theme', [])[0]?.commands).toHaveLength(8);
  });
});
