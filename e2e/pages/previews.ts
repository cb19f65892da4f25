/** The screen that starts previews. */
import type { Page } from '@playwright/test';

/** What a person types to start one. */
export interface PreviewDetails {
  botId: string;
  recipient: string;
  startGroup?: string;
}

export class Previews {
  constructor(readonly window: Page) {}

  get botId() {
    return this.window.getByRole('textbox', { name: 'Bot ID' });
  }

  get recipient() {
    return this.window.getByRole('textbox', { name: 'Recipient' });
  }

  get startGroup() {
    return this.window.getByRole('textbox', { name: 'Start group' });
  }

  get startButton() {
    return this.window.getByRole('button', { name: 'Start preview', exact: true });
  }

  /** The question before the first one to a recipient. */
  get firstButton() {
    return this.window.getByRole('button', { name: 'Send once' });
  }

  /** Presses *Start preview*, and confirms a recipient that nothing was sent to before. */
  async start(): Promise<void> {
    await this.startButton.click();
    await this.firstButton.click();
  }

  async fill({ botId, recipient, startGroup = '' }: PreviewDetails): Promise<void> {
    await this.botId.fill(botId);
    await this.recipient.fill(recipient);
    await this.startGroup.fill(startGroup);
  }

  /** A notice with this line in it, whole. */
  notice(line: string) {
    return this.window
      .getByRole('alert')
      .or(this.window.getByRole('status'))
      .filter({ has: this.window.getByText(line, { exact: true }) });
  }

  get history() {
    return this.window.getByRole('region', { name: 'History' }).getByRole('listitem');
  }
}
