/** The first run, and the form for a connection. */
import type { Page } from '@playwright/test';

/** What a person types into the form. */
export interface ConnectionDetails {
  label?: string;
  baseAddress: string;
  workspaceId?: string;
  token: string;
}

export class Welcome {
  constructor(readonly window: Page) {}

  get heading() {
    return this.window.getByRole('heading', { level: 1, name: 'Welcome to Foyer' });
  }

  /** Chooses *Practise* and waits for the library with the starter themes. */
  async practise(): Promise<void> {
    await this.window.getByRole('button', { name: 'Try Foyer' }).click();
    await this.window.getByRole('gridcell', { name: /^Harbour/u }).waitFor();
  }

  async openForm(): Promise<void> {
    await this.window.getByRole('button', { name: 'Connect a workspace' }).click();
  }

  field(name: string) {
    return this.window.getByRole('textbox', { name, exact: true });
  }

  async fill(details: ConnectionDetails): Promise<void> {
    await this.field('Name').fill(details.label ?? 'Northwind');
    await this.field('Base address').fill(details.baseAddress);
    await this.field('Workspace ID').fill(details.workspaceId ?? 'ws_4f2c9a');
    await this.field('Token').fill(details.token);
  }

  get connectButton() {
    return this.window.getByRole('button', { name: 'Connect', exact: true });
  }

  get checkButton() {
    return this.window.getByRole('button', { name: 'Check connection' });
  }

  /** Connects to a service from the first run and waits for the library. */
  async connect(details: ConnectionDetails): Promise<void> {
    await this.openForm();
    await this.fill(details);
    await this.connectButton.click();
    await this.window.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  }
}
