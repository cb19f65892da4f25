/**
 * A virus scanner holds a theme's file in the moment in which a window opens the theme. Once the file can be read again,
 * the window hears of it: it shows until then that the file can't be read, and asks again when it is told something.
 */
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import { libraryOfOne } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it('tells the windows once a file can be read that could not be when its theme was opened', async () => {
  const { library, id } = await libraryOfOne();
  await library.handlers.list(undefined);
  const ill = failing('EBUSY', 'readFrom', (path) => path.endsWith('/a.json'));
  const refused = library.handlers.open({ id });
  await expect(refused).rejects.toMatchObject({ problem: { code: expect.any(String) as unknown } });
  let told = 0;
  library.onChange(() => (told += 1));
  library.onThemeChange(() => (told += 1));
  await new Promise((resolve) => setTimeout(resolve, 200));
  ill.heal();
  // The folder looks again every 20 ms here.
  await vi.waitFor(() => expect(told).toBeGreaterThan(0), { timeout: 3_000 });
});
