/** What the palette shows: which commands, in which groups, in which order. */
import { commandGroups, type Command, type CommandGroup } from '../../state/commands.svelte';
import { match, type Range } from './command-search';

interface ShownCommand {
  command: Command;
  /** What of the label matched. */
  ranges: readonly Range[];
}

export interface ShownGroup {
  name: CommandGroup | 'recent';
  commands: readonly ShownCommand[];
}

/** So many were used last, at the top while nothing is typed. */
const recentAtMost = 5;
/** So many of a group are shown; typing more finds the others. */
const groupAtMost = 8;
/** Themes stand by themselves in the library; without a word typed a few are enough. */
const untypedThemesAtMost = 5;
/** What was used lately comes before an equal match that wasn't, and before a slightly better one. */
const forRecent = 0.05;

/**
 * @param recent ids of what was used last, newest first
 * @returns no empty groups, and no command twice
 */
export function shownCommands(
  commands: readonly Command[],
  query: string,
  recent: readonly string[],
): readonly ShownGroup[] {
  const typed = query.trim();
  return typed === '' ? untyped(commands, recent) : found(commands, typed, recent);
}

function untyped(commands: readonly Command[], recent: readonly string[]): readonly ShownGroup[] {
  const byId = new Map(commands.map((command) => [command.id, command]));
  const last = recent
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ sends }) => !sends)
    .slice(0, recentAtMost);
  const rest = commands.filter((command) => !last.includes(command));
  const groups: ShownGroup[] = [{ name: 'recent', commands: last.map(unmarked) }];
  for (const name of commandGroups) {
    const all = rest.filter(({ group, quiet }) => group === name && !quiet);
    const some = name === 'themes' ? all.slice(0, untypedThemesAtMost) : all;
    const inOrder = [...some.filter(({ sends }) => !sends), ...some.filter(({ sends }) => sends)];
    groups.push({ name, commands: inOrder.map(unmarked) });
  }
  return harmlessFirst(groups.filter(({ commands }) => commands.length > 0));
}

/**
 * The first of the first group is what Enter does. Where no word was typed that finds it, that is
 * something that neither leaves this computer nor makes or deletes anything; without one there is
 * nothing to show.
 */
function harmlessFirst(groups: readonly ShownGroup[]): readonly ShownGroup[] {
  for (const group of groups) {
    const first = group.commands.find(({ command }) => !command.sends && !command.alters);
    if (!first) continue;
    const commands = [first, ...group.commands.filter((shown) => shown !== first)];
    return [{ ...group, commands }, ...groups.filter((other) => other !== group)];
  }
  return [];
}

const unmarked = (command: Command): ShownCommand => ({ command, ranges: [] });

function found(
  commands: readonly Command[],
  typed: string,
  recent: readonly string[],
): readonly ShownGroup[] {
  const scored = new Map<CommandGroup, { shown: ShownCommand; score: number }[]>();
  for (const command of commands) {
    const fits = match(typed, command);
    if (!fits) continue;
    const score = fits.score + (recent.includes(command.id) ? forRecent : 0);
    const group = scored.get(command.group) ?? [];
    group.push({ shown: { command, ranges: fits.ranges }, score });
    scored.set(command.group, group);
  }
  const groups = commandGroups.flatMap((name) => {
    const group = scored
      .get(name)
      ?.sort((a, b) => b.score - a.score)
      .slice(0, groupAtMost);
    const best = group?.[0]?.score;
    return group && best !== undefined ? [{ name, best, group }] : [];
  });
  // The best match is what Enter does, so its group comes first; of equals, in their usual order.
  groups.sort((a, b) => b.best - a.best);
  const withText = commands.flatMap((command) => {
    const given = command.withText?.(typed);
    return given
      ? [unmarked({ ...command, keys: undefined, ...given, id: `${command.id}:typed` })]
      : [];
  });
  const shown: ShownGroup[] = groups.map(({ name, group }) => ({
    name,
    commands: group.map(({ shown }) => shown),
  }));
  if (withText.length === 0) return shown;
  if (shown.length === 0) return harmlessFirst([{ name: 'actions', commands: withText }]);
  // Beside the other actions, or last.
  const actions = shown.find(({ name }) => name === 'actions');
  if (!actions) return [...shown, { name: 'actions', commands: withText }];
  return shown.map((group) =>
    group === actions ? { ...group, commands: [...group.commands, ...withText] } : group,
  );
}
