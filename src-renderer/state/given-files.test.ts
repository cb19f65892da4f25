import { describe, expect, it } from 'vitest';
import type { Problem } from '@shared/problem';
import { importFaultText } from '@shared/theme/import-fault-text';
import { mostFiles } from '@shared/theme/import-limits';
import { readFiles } from './given-files';

/** Files that are dropped on the library, with the bytes that are in them. */
describe('files that are no UTF-8', () => {
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
});

/**
 * A whole folder of themes is dropped on the library: more files, or more of them together, than are taken at
 * once. The report counts every file that wasn't imported, and gives no reason that isn't one.
 */
describe('more files than are taken at once', () => {
  const mebibyte = 1024 * 1024;

  /** jsdom's files can't be read; a browser reads them so. */
  function fileOf(name: string, text: string, size = text.length): File {
    const made = Object.assign(new File([text], name), {
      arrayBuffer: async () => new TextEncoder().encode(text).buffer,
      slice: () => ({ text: async () => text }),
    });
    Object.defineProperty(made, 'size', { value: size });
    return made;
  }

  function said(problem: Problem): string {
    return problem.code === 'importRefused' ? importFaultText(problem.fault) : problem.code;
  }

  /** So many themes, each in a file. */
  const folder = (count: number) =>
    Array.from({ length: count }, (_, at) => fileOf(`${String(at)}.json`, '{"general":{}}'));

  it('the control: as many as are taken at once', async () => {
    const { files, failed } = await readFiles(folder(mostFiles));
    expect([files.length, failed.length]).toEqual([mostFiles, 0]);
  });

  it('fifty more: fifty are counted as not imported', async () => {
    const { files, failed } = await readFiles(folder(mostFiles + 50));
    expect([files.length, failed.length]).toEqual([mostFiles, 50]);
  });

  it('together too large: it isn’t said that a file of 90 MB is over a limit of 200 MB', async () => {
    const bundle = '{"foyer":"themes","format":1,"themes":[]}';
    const three = ['a', 'b', 'c'].map((name) => fileOf(`${name}.foyer`, bundle, 90 * mebibyte));
    const { files, failed } = await readFiles(three);
    expect(files.map(({ name }) => name)).toEqual(['a.foyer', 'b.foyer']);
    expect(failed.map(({ file, problem }) => [file, said(problem)])).toEqual([
      [
        'c.foyer',
        'Together with the files before it, it’s over the limit of 200 MB for one import. Import it separately.',
      ],
    ]);
  });

  it('the control: a file that is too large alone is told so', async () => {
    const { failed } = await readFiles([fileOf('a.json', '{"general":{}}', 90 * mebibyte)]);
    expect(failed.map(({ problem }) => said(problem))).toEqual([
      'It is 90 MB; the limit is 10 MB.',
    ]);
  });
});
