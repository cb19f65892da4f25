/** The window as a person has it: its size, its preferences, and that nothing moves in it. */
import type { ElectronApplication, Page } from '@playwright/test';

/** Sets preferences, as Settings does. */
export const prefer = (window: Page, preferences: object) =>
  window.evaluate(
    (preferences) => self.foyer.invoke('app.setPreferences', preferences),
    preferences,
  );

/** Gives the window a size, in CSS pixels, and waits until it is drawn so. */
export async function resize(
  app: ElectronApplication,
  window: Page,
  width: number,
  height: number,
) {
  await app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
    [width, height] as [number, number],
  );
  await window.waitForFunction(
    ([width, height]) => innerWidth === width && innerHeight === height,
    [width, height] as const,
  );
  await settled(window);
}

/** Two frames, and the end of what moves for a while. */
export async function settled(window: Page): Promise<void> {
  await window.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(passing.map(({ finished }) => finished.catch(() => undefined)));
  });
}
