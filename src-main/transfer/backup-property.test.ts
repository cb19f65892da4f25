import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import { attemptsOfAProperty, faultSeed, times } from '../testing/fault-tally';
import { trial, type Trial } from './trial-transfer';

/** Text as a hand, a script or another program may have put it in a file. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('', ' ', '../../x', 'CON', 'a\u202Eb', 'é', 'e\u0301', '\0', '\uD83D', '.', 'A'),
  fc.integer({ min: 95, max: 300 }).map((length) => '👧'.repeat(length)),
);

/** Keys, some of which mean something to an engine. */
const oddKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'length', '', '0', 'a.b'),
  oddText,
);

const nested = fc
  .integer({ min: 1, max: 1_200 })
  .map((depth) => `${'['.repeat(depth)}1${']'.repeat(depth)}`);

/** The JSON text of any value. */
const oddValue = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: nested },
);

/** The JSON text of an object; a key that comes twice is no matter, the last one counts. */
function objectOf(fields: fc.Arbitrary<readonly (readonly [string, string])[]>) {
  return fields.map(textOf);
}

function textOf(fields: readonly (readonly [string, string])[]): string {
  return `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

const oddFields = fc.array(fc.tuple(oddKey, oddValue), { maxLength: 4 });

/** Some templates come in several themes. */
const publication = fc
  .record({ template: fc.constantFrom('t1', 't2', 't3'), answer: objectOf(oddFields) })
  .map(({ template, answer }) =>
    textOf([
      ['templateId', JSON.stringify(template)],
      ['at', '"x"'],
      ['answer', answer],
    ]),
  );

const publications = objectOf(
  fc.array(fc.tuple(fc.oneof(fc.constantFrom('place', 'other'), oddKey), publication), {
    maxLength: 3,
  }),
);

const themeText = fc
  .record({ unknown: oddFields, css: fc.option(oddText, { nil: undefined }) })
  .map(({ unknown, css }) =>
    textOf([
      ...unknown,
      ...Object.entries({ ...newTheme(), ...(css === undefined ? {} : { customCss: css }) }).map(
        ([key, value]) => [key, JSON.stringify(value)] as const,
      ),
    ]),
  );

/** The text of a theme's file: anything that Foyer opens, and some things that it does not. */
const themeFile = fc
  .record({
    id: fc.oneof(fc.uuid(), oddText, fc.constant('x'.repeat(101))),
    name: oddText,
    tags: fc.array(oddText, { maxLength: 3 }),
    updatedAt: oddText,
    publications,
    unknown: oddFields,
    theme: themeText,
    format: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(3) }),
  })
  .map(({ unknown, publications: links, theme, ...plain }) =>
    textOf([
      ...unknown,
      ...Object.entries(plain).map(([key, value]) => [key, JSON.stringify(value)] as const),
      ['publications', links],
      ['theme', theme],
    ]),
  );

/** What Foyer holds of each theme that it opens, by id. */
async function held({ library }: Trial): Promise<Map<string, ThemeDocument>> {
  const { themes } = await library.handlers.list(undefined);
  const documents = await Promise.all(
    themes.map(({ id, isReadOnly }) =>
      isReadOnly ? library.current(id) : library.withWaitingLinks(id),
    ),
  );
  return new Map(
    documents.map((document) => [
      document.id,
      JSON.parse(JSON.stringify(document)) as ThemeDocument,
    ]),
  );
}

it('a backup of any library restores in an empty one with everything that it said it holds', async () => {
  const attempt = attemptsOfAProperty();
  await fc.assert(
    fc.asyncProperty(fc.array(themeFile, { minLength: 1, maxLength: 6 }), async (files) => {
      await attempt('lost', files, async () => {
        const mine = await trial();
        await Promise.all(
          files.map((text, index) => writeFile(join(mine.themes, `${String(index)}.json`), text)),
        );
        mine.saves = join(mine.root, 'backup.json');
        const made = await mine.transfer.backup(undefined);
        const before = await held(mine);
        const { unreadable } = await mine.library.handlers.list(undefined);
        if (made === null) throw new Error('no backup');
        // Each file is in it, or told with its reason.
        expect(made.count + made.leftOut.length).toBe(before.size + unreadable.length);

        const other = await trial();
        other.opens = [mine.saves];
        const report = await other.transfer.restore({ ifDifferent: 'keepBoth' });
        expect(report).toMatchObject({ added: made.count, failed: [], notDone: 0 });
        const after = await held(other);
        expect(after.size).toBe(made.count);
        const unlinked = new Set(
          report?.themes.filter(({ leftLink }) => leftLink !== null).map(({ id }) => id),
        );
        for (const [id, document] of after) {
          const { publications: given, ...rest } = before.get(id) ?? { publications: {} };
          const { publications: links, ...restored } = document;
          expect(restored).toEqual(rest);
          if (unlinked.has(id)) expect(given).toMatchObject(links);
          else expect(links).toEqual(given);
        }
      });
    }),
    { numRuns: times(40, 200), seed: faultSeed },
  );
}, 600_000);
