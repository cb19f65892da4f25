/** A link that was made while a computer's clock was years ahead doesn't win over newer ones for ever. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newTheme, publicationKey, type Publication } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme, themeDocument } from '../testing/fixture-library';
import { compareLinks } from './newer-links';

const key = publicationKey(northwind);
const of = (at: string, templateId = 't'): { publications: Record<string, Publication> } => ({
  publications: { [key]: { templateId, at } },
});
const [february, ahead] = ['2026-02-05T00:00:00.000Z', '2200-01-01T00:00:00.000Z'];

describe('a link dated in the future', () => {
  it('gives a template up to the theme that is linked to it now', async () => {
    const { library, folders, id } = await libraryOfOne(of(ahead));
    const other = themeDocument({ name: 'Other', ...of(february) });
    await putTheme(folders, 'b.json', other);
    await library.start();
    expect(await library.withTemplate(key, 't')).toBe(other.id);
    expect((await library.current(id)).publications).toEqual({});
  });

  it('takes nothing away from what was published since, where a backup has it', async () => {
    const { library, document, id } = await libraryOfOne(of(february));
    const given = { ...document, ...of(ahead), theme: { ...newTheme(), customCss: '/* old */' } };
    await library.putBack(given, 'keepBoth');
    expect((await library.saved(id)).publications[key]?.at).toBe(february);
  });

  it('is one of a clock that is only a little ahead, and counts', async () => {
    const soon = new Date(Date.now() + 60 * 60 * 1_000).toISOString();
    expect(compareLinks({ at: soon }, { at: february })).toBeGreaterThan(0);
  });

  it('is ordered among its like, as all are on a computer whose clock is years behind', () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(compareLinks({ at: '2026-03-05T00:00:00.000Z' }, { at: february })).toBeGreaterThan(0);
    expect(compareLinks({ at: february }, { at: ahead })).toBeLessThan(0);
  });
});
