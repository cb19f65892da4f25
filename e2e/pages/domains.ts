/** The screen that registers domain names. */
import type { Page } from '@playwright/test';

export class Domains {
  constructor(readonly window: Page) {}

  get name() {
    return this.window.getByRole('textbox', { name: 'Domain name' });
  }

  get reviewButton() {
    return this.window.getByRole('button', { name: 'Review name' });
  }

  get registerButton() {
    return this.window.getByRole('button', { name: /^Add / });
  }

  /** What is sent, and what came of it. */
  get sheet() {
    return this.window.getByRole('region', { name: 'Review and result' });
  }

  /** The answer as it came, unfolded. */
  async unfoldAnswer() {
    await this.sheet.getByText('Raw answer', { exact: true }).click();
    return this.sheet.getByRole('region', { name: 'Raw answer' });
  }

  get checkDnsButton() {
    return this.sheet.getByRole('button', { name: /^Check (DNS|again)$/u });
  }

  /** What the DNS says: now, and at the check before if there was one. */
  records(type: 'A' | 'AAAA' | 'CNAME' | 'TXT') {
    return this.sheet
      .getByRole('row')
      .filter({ has: this.window.getByRole('rowheader', { name: type, exact: true }) })
      .getByRole('cell');
  }

  /** Every name that was sent from here. */
  get list() {
    return this.window
      .getByRole('region', { name: 'Requested from this computer' })
      .getByRole('listitem');
  }

  async review(name: string): Promise<void> {
    await this.name.fill(name);
    await this.reviewButton.click();
    await this.registerButton.waitFor();
  }

  /** Reviews a name and sends it. */
  async register(name: string): Promise<void> {
    await this.review(name);
    await this.registerButton.click();
  }
}
