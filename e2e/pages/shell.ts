/** What is around every screen: the places, the connection, the status bar. */
import type { Page } from '@playwright/test';

export type Place =
  | 'Library'
  | 'Previews'
  | 'Billing'
  | 'Domains'
  | 'Activity'
  | 'Settings'
  | 'Starter themes'
  | 'Bin';

export class Shell {
  constructor(readonly window: Page) {}

  /** Goes to a place and waits for its heading. */
  async goTo(place: Place): Promise<void> {
    await this.window
      .getByRole('navigation', { name: 'Places' })
      .getByRole('button', { name: place })
      .click();
    await this.heading(place).waitFor();
  }

  heading(name: string) {
    return this.window.getByRole('heading', { level: 1, name });
  }

  get statusBar() {
    return this.window.getByRole('contentinfo', { name: 'Status' });
  }

  get switcher() {
    return this.window.getByRole('button', { name: /^Connection: / });
  }
}
