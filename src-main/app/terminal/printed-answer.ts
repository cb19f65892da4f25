/** The forms in which a command is answered: in words for whoever reads them, or as one object for a script. */
import type { TerminalAnswer } from './cli-handoff';
import { exitCodes } from './exit-codes';

const resultWords = {
  [exitCodes.started]: 'started',
  [exitCodes.refused]: 'refused',
  [exitCodes.usageError]: 'usageError',
  [exitCodes.notSent]: 'notSent',
  [exitCodes.unknown]: 'unknown',
  [exitCodes.noCredential]: 'noCredential',
  [exitCodes.noDisplay]: 'noDisplay',
} as const;

/** For `--json`: one object on standard output, whatever came of it. */
export function told({
  result,
  ...rest
}: { result: TerminalAnswer['code'] } & Record<string, unknown>): TerminalAnswer {
  const object = { result: resultWords[result], exitCode: result, ...rest };
  return { code: result, out: asJson(object), err: '' };
}

/** For a script; a terminal, which may show it, too, obeys nothing that others wrote in it. */
export function asJson(value: unknown): string {
  // All other characters that it would obey are escaped in JSON already.
  const text = JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f]/gu,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
  return `${text}\n`;
}

/** A failure of which there is no more to say than a sentence. */
export function inOneSentence(
  json: boolean,
  code: TerminalAnswer['code'],
  sentence: string,
): TerminalAnswer {
  return json ? told({ result: code, sentence }) : { code, out: '', err: `${sentence}\n` };
}
