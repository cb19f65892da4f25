/**
 * Files of foreign origin that were mutated at random, for a while: each is imported or refused in words,
 * and nothing else. `npm run security` goes on for ten minutes.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { themeSchema, newTheme } from '@shared/theme/theme';
import { attempt, expectControlToFail, faultSeed, times } from '../testing/fault-tally';
import { onDisk, trial, type Trial } from './trial-transfer';

const milliseconds = times(4_000, 600_000);
/** Longer than any of these takes on a machine with other things to do. */
const longestMs = 10_000;

const theme = { ...newTheme(), customCss: '.a { color: red }' };
const document = {
  ...{
    format: 1,
    id: 'theirs',
    name: 'Theirs',
    tags: ['a'],
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
  ...{ publications: { 'https://a.example/v1 ws': { templateId: 't', at: 'x' } }, theme },
};

/** One of each kind of file that Foyer takes. */
async function originals(): Promise<{ imports: string[]; backup: string }> {
  const mine = await trial();
  const { imported: first } = await mine.transfer.importTexts({
    files: [{ name: 'Theirs', text: JSON.stringify(theme) }],
  });
  expect(first).toHaveLength(1);
  const written = async (name: string, write: () => unknown) => {
    mine.saves = join(mine.root, name);
    await write();
    return readFile(mine.saves, 'utf8');
  };
  const imports = [
    JSON.stringify(theme),
    JSON.stringify(document, null, 2),
    JSON.stringify({ name: 'A bot', theme, groups: [{ blocks: [{ content: [1, 'x'] }] }] }),
    await written('one.foyer', () => mine.transfer.exportThemes({ themes: 'all' })),
  ];
  return { imports, backup: await written('backup.foyer', () => mine.transfer.backup(undefined)) };
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '\uD83D', '\u202E', 'x'.repeat(3_000)),
);
const oddJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  oddText.map((text) => JSON.stringify(text)),
  fc.constantFrom('1e999', '-0', '{"__proto__":{"isPolluted":true}}', '{"a":1,"a":2}'),
  fc.integer({ min: 50, max: 5_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc
    .integer({ min: 50, max: 3_000 })
    .map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)),
);

/** A change of a text at a place, which is a part of its length. */
type Mutation = (text: string, at: number, length: number) => string;

const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  // A value in its JSON becomes another: the kind that gets furthest.
  {
    weight: 6,
    arbitrary: oddJson.map((value): Mutation => (text, at) => {
      const values = [
        ...text.matchAll(/(?<=: ?)(?:"(?:[^"\\]|\\.)*"|[\d.-]+|true|false|null|\[\]|\{\})/gu),
      ];
      const one = values[Math.floor(at * values.length)];
      if (one === undefined) return text;
      return text.slice(0, one.index) + value + text.slice(one.index + one[0].length);
    }),
  },
  // A key becomes another.
  {
    weight: 3,
    arbitrary: oddText.map((key): Mutation => (text, at) => {
      const keys = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?= ?:)/gu)];
      const one = keys[Math.floor(at * keys.length)];
      if (one === undefined) return text;
      return text.slice(0, one.index) + JSON.stringify(key) + text.slice(one.index + one[0].length);
    }),
  },
  // A piece is cut out, comes twice, or is anything at all.
  fc.constant<Mutation>((text, at, length) => {
    const start = Math.floor(at * text.length);
    return text.slice(0, start) + text.slice(start + length);
  }),
  fc.constant<Mutation>((text, at, length) => {
    const start = Math.floor(at * text.length);
    return text.slice(0, start + length) + text.slice(start);
  }),
  fc.oneof(oddText, oddJson).map((piece): Mutation => (text, at, length) => {
    const start = Math.floor(at * text.length);
    return text.slice(0, start) + piece + text.slice(start + length);
  }),
);

const mutated = fc.array(
  fc.tuple(mutations, fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(40)),
  {
    ...{ minLength: 1, maxLength: 3 },
  },
);

/** Cases without end, the same ones for the same seed. */
function* cases(texts: readonly string[]): Generator<string, never> {
  for (let round = 0; ; round += 1) {
    for (const changes of fc.sample(mutated, { numRuns: 200, seed: faultSeed + round })) {
      for (const original of texts) {
        yield changes.reduce((now, [mutation, at, length]) => mutation(now, at, length), original);
      }
    }
  }
}

/** A way to take a file, which ends with what a person sees of it: themes, or a sentence. */
type Taking = (mine: Trial, text: string) => Promise<void>;

const imported: Taking = async (mine, text) => {
  const report = await mine.transfer.importTexts({ files: [{ name: 'mutated.json', text }] });
  expect(report.imported.length + report.failed.length).toBeGreaterThan(0);
  expect(report.notDone).toBe(0);
};

const restored: Taking = async (mine, text) => {
  const file = join(mine.root, 'mutated.foyer');
  // Half of a pair is no text in a file, as it is none in UTF-8.
  await writeFile(file, Buffer.from(text, 'utf8'));
  mine.opens = [file];
  try {
    await mine.transfer.restore({ ifDifferent: 'keepBoth' });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
};

async function expectTaken(mine: Trial, take: Taking, text: string): Promise<void> {
  const began = performance.now();
  await take(mine, text);
  expect(performance.now() - began).toBeLessThan(longestMs);
  expect(({} as { isPolluted?: unknown }).isPolluted).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
}

/** What was imported is of the documented shape, and its file tells of no template that it doesn't have. */
async function expectSound(mine: Trial): Promise<void> {
  for (const { theme: kept, publications } of await onDisk(mine)) {
    expect(themeSchema.safeParse(kept).success).toBe(true);
    expect(publications ?? {}).toEqual({});
  }
}

it(
  'mutated files are imported as themes or refused in words',
  async () => {
    const { imports, backup } = await originals();
    const [mutatedImports, mutatedBackups] = [cases(imports), cases([backup])];
    const until = performance.now() + milliseconds;
    const takeMany = async (mine: Trial, take: Taking, texts: Generator<string, never>) => {
      for (let many = 0; many < 200 && performance.now() < until; many += 1) {
        const text = texts.next().value;
        await attempt('broken', text, () => expectTaken(mine, take, text));
      }
    };
    while (performance.now() < until) {
      // A library for some: with thousands of themes in it, the disk alone would be tried.
      const mine = await trial();
      await takeMany(mine, imported, mutatedImports);
      await attempt('letThrough', 'what came into the library', () => expectSound(mine), 0);
      await takeMany(await trial(), restored, mutatedBackups);
    }
  },
  milliseconds + 120_000,
);

it('control: a program that merges what a file says into what it has takes over what it must not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-naive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const merge = (into: Record<string, unknown>, from: Record<string, unknown>): void => {
    for (const key of Object.keys(from)) {
      const value = from[key];
      const there = into[key];
      if (
        typeof value === 'object' &&
        value !== null &&
        typeof there === 'object' &&
        there !== null
      ) {
        merge(there as Record<string, unknown>, value as Record<string, unknown>);
      } else {
        into[key] = value;
      }
    }
  };
  let wrong = 0;
  const all = cases((await originals()).imports);
  for (let many = 0; many < 4_000; many += 1) {
    let parsed: unknown;
    try {
      parsed = JSON.parse(all.next().value);
    } catch {
      // That much a naive program does see.
      continue;
    }
    try {
      merge({}, { theme: structuredClone(theme), ...(parsed as object) });
    } catch {
      wrong += 1;
    }
    if ('isPolluted' in {} || Object.keys(Object.prototype).length > 0) {
      wrong += 1;
      for (const key of Object.keys(Object.prototype)) {
        delete (Object.prototype as unknown as Record<string, unknown>)[key];
      }
    }
  }
  expectControlToFail('a program that merges what a file says into what it has', wrong);
});
