/**
 * A theme is deleted or copied from the studio, the disk takes its time, and the person goes on with another theme
 * meanwhile: when it is done, they stay where they are.
 */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { deleteTheme } from './open-theme-actions';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => navigation.go({ screen: 'studio', themeId: 'a' }));

async function startDeleting() {
  let goOn = (): void => undefined;
  await startFakeLibrary(
    [sampleSummary('Aster', { id: 'a' }), sampleSummary('Birch', { id: 'b' })],
    () => new Promise<void>((done) => (goOn = done)),
  );
  const deleting = deleteTheme(new OpenThemeState('a'), 'Aster');
  const end = async (): Promise<void> => {
    goOn();
    await deleting;
    expect(library.themes.map(({ id }) => id)).toEqual(['b']);
  };
  return { end };
}

it('the control: who stayed is in the library then', async () => {
  const { end } = await startDeleting();
  await end();
  expect(navigation.current).toEqual({ screen: 'library' });
});

it('who went to another theme stays there', async () => {
  const { end } = await startDeleting();
  navigation.go({ screen: 'studio', themeId: 'b' });
  await end();
  expect(navigation.current).toEqual({ screen: 'studio', themeId: 'b' });
});
