/** Answers the commands of the terminal: what is printed, and how the command ends. */
import { withoutDirectionSigns } from '@shared/direction-signs';
import type { Connection } from '@shared/connection';
import { m } from '@shared/messages/messages';
import type { PreviewFields } from '@shared/previews';
import { numberedShortcuts } from '@shared/preview-shortcuts';
import { connectionsLabelled, shortcutNamed } from '@shared/names';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { fieldProblem, problemText } from '@shared/problem-text';
import type { PreviewRun, Previews } from '@shared/sending';
import { outcomeText } from '@shared/service/outcome-text';
import type { OwnWords } from '@shared/service/reason';
import type { PreviewCommand, TerminalCommand } from './command-line';
import { exitCodeOfOutcome, exitCodeOfProblem, exitCodes } from './exit-codes';
import type { TerminalAnswer } from './cli-handoff';
import { asJson, inOneSentence, told } from './printed-answer';

/** What the commands need of the rooms. */
export interface TerminalRooms {
  previews(): Previews;
  connections(): { list: readonly Connection[]; currentId: string | null };
  /**
   * Starts it, a first one to a recipient included: typed out in full, the command is the person's word.
   * Throws a `ProblemError` when nothing was sent.
   */
  start(preview: PreviewFields & { connectionId: string }): PreviewRun | Promise<PreviewRun>;
}

/** Carries a command out. It never throws a `ProblemError`. */
export async function answerTerminal(
  command: TerminalCommand,
  rooms: TerminalRooms,
): Promise<TerminalAnswer> {
  try {
    return command.kind === 'list'
      ? list(rooms, command.json)
      : await preview(withConnection(command, rooms), command.json, rooms);
  } catch (error) {
    // What the shortcuts are is not known: nothing was sent.
    if (error instanceof ProblemError) return refusal(error.problem, command.json, {});
    throw error;
  }
}

function list(rooms: TerminalRooms, json: boolean): TerminalAnswer {
  const connections = rooms.connections().list;
  const rows = rooms.previews().shortcuts.map((shortcut, index) => ({
    number: index < numberedShortcuts ? index + 1 : null,
    name: shortcut.name,
    connection: connections.find(({ id }) => id === shortcut.connectionId)?.label ?? null,
    bot: shortcut.botId,
    to: shortcut.to,
    group: shortcut.startGroupId === '' ? null : shortcut.startGroupId,
    lastSent: shortcut.lastAt,
  }));
  if (json) return said(exitCodes.started, asJson(rows));
  if (rows.length === 0) return said(exitCodes.started, `${m.terminal_no_shortcuts()}\n`);
  const cells = rows.map((row) =>
    [
      String(row.number ?? ''),
      row.name,
      row.to,
      row.connection ?? '-',
      row.lastSent ?? m.terminal_not_started_yet(),
    ].map(inOneRow),
  );
  const widths = cells[0]?.map((_cell, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return said(exitCodes.started, `${lines.join('\n')}\n`);
}

type Chosen = { preview: PreviewFields & { connectionId: string } } | { sentence: string };

function withConnection(command: PreviewCommand, rooms: TerminalRooms): Chosen {
  if ('name' in command) {
    const shortcut = shortcutNamed(rooms.previews().shortcuts, command.name);
    if (!shortcut) return { sentence: m.terminal_unknown_shortcut({ name: command.name }) };
    const { connectionId, botId, to, startGroupId } = shortcut;
    return { preview: { connectionId, botId, to, startGroupId } };
  }
  const { botId, to, startGroupId, connection: label } = command;
  const { list: connections, currentId } = rooms.connections();
  if (label === undefined) {
    if (currentId === null) return { sentence: m.terminal_no_connection() };
    return { preview: { connectionId: currentId, botId, to, startGroupId } };
  }
  const [found, another] = connectionsLabelled(connections, label);
  if (!found) return { sentence: m.terminal_unknown_connection({ name: label }) };
  if (another) return { sentence: m.terminal_several_connections({ name: label }) };
  return { preview: { connectionId: found.id, botId, to, startGroupId } };
}

async function preview(
  chosen: Chosen,
  json: boolean,
  rooms: TerminalRooms,
): Promise<TerminalAnswer> {
  if ('sentence' in chosen) {
    return inOneSentence(json, exitCodes.usageError, chosen.sentence);
  }
  const { connectionId, botId: bot, to, startGroupId } = chosen.preview;
  const connection = rooms.connections().list.find(({ id }) => id === connectionId)?.label ?? '';
  const target = { connection, bot, to, group: startGroupId === '' ? null : startGroupId };
  let run: PreviewRun;
  try {
    run = await rooms.start(chosen.preview);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return refusal(error.problem, json, target);
  }
  const { outcome, message } = run;
  if (outcome === null) throw new Error('A run that has ended has an outcome.');
  const code = exitCodeOfOutcome(outcome);
  if (json) return told({ result: code, ...target, outcome, message: message ?? null });
  const text = outcomeText(outcome, 'startChatAppPreview');
  const lines = [
    `${text.title} (${m.terminal_sent_to({ connection, to })})`,
    message === undefined ? '' : `${m.previews_said()} ${message}`,
    text.kept,
    text.todo,
    text.words === undefined ? '' : ownWords(text.words),
  ];
  return said(code, printable(lines));
}

function ownWords({ by, text }: OwnWords): string {
  const label =
    by === 'service' ? m.outcome_words_service() : `${m.outcome_words_network_folded()}:`;
  return `${label} ${text}`;
}

const optionOf: Readonly<Record<string, string>> = {
  botId: '--bot',
  to: '--to',
  startGroupId: '--group',
};

function refusal(problem: Problem, json: boolean, target: object): TerminalAnswer {
  const code = exitCodeOfProblem(problem);
  if (json) return told({ result: code, ...target, outcome: null, problem });
  if (problem.code === 'invalidFields') {
    const lines = problem.fields.map(({ field }) =>
      m.terminal_refused_value({
        option: optionOf[field] ?? field,
        reason: fieldProblem(problem, field) ?? '',
      }),
    );
    return said(code, printable(lines));
  }
  const { what, kept, todo } = problemText(problem);
  return said(code, printable([what, kept, todo]));
}

function printable(lines: readonly string[]): string {
  return `${onlyText(lines.filter((line) => line !== '').join('\n'))}\n`;
}

/** A name that came with a backup can have lines, and what is behind one would be taken for another shortcut. */
function inOneRow(text: string): string {
  return onlyText(text.replace(/[\t\n]/gu, ' '));
}

/** What others wrote may hold what a terminal obeys (ESC and its kin): only its text is shown. */
function onlyText(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the characters to be taken out
  return withoutDirectionSigns(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, '');
}

function said(code: TerminalAnswer['code'], text: string): TerminalAnswer {
  return code === exitCodes.started ? { code, out: text, err: '' } : { code, out: '', err: text };
}
