/** The screen that changes a subscription. */
import type { Page } from '@playwright/test';

/** What a person chooses; the rest stays as it is. */
export interface PlanChange {
  plan?: 'Starter' | 'Pro';
  billed?: 'Monthly' | 'Yearly';
  currency?: 'EUR' | 'USD';
  chats?: string;
  /** Where the checkout returns to, in place of Foyer itself. */
  returnTo?: string;
}

export class Billing {
  constructor(readonly window: Page) {}

  group(name: string) {
    return this.window.getByRole('radiogroup', { name });
  }

  option(group: string, name: string) {
    return this.group(group).getByRole('radio', { name: new RegExp(`^${name}\\b`, 'u') });
  }

  /** Where the service takes any number; where it takes steps, they are options. */
  get chats() {
    return this.window.getByRole('textbox', { name: 'Additional chats' });
  }

  get returnAddress() {
    return this.window.getByRole('textbox', { name: 'Address to return to' });
  }

  get reviewButton() {
    return this.window.getByRole('button', { name: 'Review change' });
  }

  /** The button that sends; its name says whose plan. */
  get sendButton() {
    return this.window.getByRole('button', { name: /^Change .+ plan$/u });
  }

  get openCheckoutButton() {
    return this.window.getByRole('button', { name: 'Open checkout' });
  }

  /** What is sent, and what came of it. */
  get sheet() {
    return this.window.getByRole('region', { name: 'Review and result' });
  }

  /** What the service says of the workspace, by the name of the fact. */
  fact(name: string) {
    return this.sheet
      .locator('dl > div')
      .filter({ has: this.window.getByText(name, { exact: true }) })
      .locator('dd');
  }

  /** The request, word for word. */
  async exactRequest(): Promise<string> {
    const request = this.sheet.getByRole('region', { name: 'The exact request' });
    if (!(await request.isVisible())) await this.sheet.getByText('The exact request').click();
    return request.innerText();
  }

  async choose({ plan, billed, currency, chats, returnTo }: PlanChange): Promise<void> {
    if (plan) await this.option('Plan', plan).click();
    if (billed) await this.option('Billed', billed).click();
    if (currency) await this.option('Currency', currency).click();
    if (chats !== undefined) await this.chats.fill(chats);
    if (returnTo === undefined) return;
    await this.option('After checkout, return to', 'Another address').click();
    await this.returnAddress.fill(returnTo);
  }

  /** Reviews what is chosen; of the plan the smaller one, where nobody has chosen. */
  async review(): Promise<void> {
    await this.group('Plan').waitFor();
    const chosen = this.group('Plan').getByRole('radio', { checked: true });
    if ((await chosen.count()) === 0) await this.choose({ plan: 'Starter' });
    await this.reviewButton.click();
    await this.sendButton.waitFor();
  }

  /** Reviews what is chosen and sends it. */
  async change(): Promise<void> {
    await this.review();
    await this.sendButton.click();
  }
}
