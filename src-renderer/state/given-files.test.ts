/** Files that are dropped on the library, with the bytes that are in them. */
import { expect, it } from 'vitest';
import { readFiles } from './given-files';

/** jsdom's files can't be read; a browser reads them so. */
function fileOf(name: string, bytes: Uint8Array<ArrayBuffer>): File {
  return Object.assign(new File([bytes], name), {
    text: async () => new TextDecoder().decode(bytes),
    arrayBuffer: async () => bytes.buffer,
  });
}

it('are refused where they are no UTF-8, as those that are chosen in a dialog are', async () => {
  // As a Windows program saves it in its own encoding, where `ö` and `ß` are one byte each.
  const bot = '{"name":"Größe","groups":[],"theme":{"general":{"font":"Lora"},"chat":{}}}';
  const bytes = Uint8Array.from(bot, (letter) => letter.charCodeAt(0));
  const { files, failed } = await readFiles([fileOf('bot.json', bytes)]);
  // Main takes it as it comes: with two marks in the place of two letters, in every text of it.
  expect(files.map(({ text }) => text).join()).not.toContain('\uFFFD');
  expect(failed).toMatchObject([
    { file: 'bot.json', problem: { code: 'importRefused', fault: { reason: 'notText' } } },
  ]);
});
