/** What reaches the app from outside its windows, and what it tells there. */
import type { ElectronApplication } from '@playwright/test';

/** Another start of Foyer, as the system tells the one that runs. */
export function startAgain(app: ElectronApplication, data: unknown): Promise<void> {
  return app.evaluate(({ app }, data) => {
    app.emit('second-instance', {}, [], '', data);
  }, data);
}

/** Counts the notifications that the app wants to show; this session has nobody who shows them. */
export function countNotifications(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Notification }) => {
    const counted = globalThis as unknown as { wanted: number };
    counted.wanted = 0;
    Notification.isSupported = () => {
      counted.wanted += 1;
      return false;
    };
  });
}

/** How many it wanted to show since. */
export const notifications = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { wanted: number }).wanted);
