/** The first run, and the form for a connection. */
import { expect, type Page } from '@playwright/test';

/** What a person types into the form. */
export interface ConnectionDetails {
  label?: string;
  baseAddress: string;
  workspaceId?: string;
  token: string;
  preset?: string;
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

  get addAnywayButton() {
    return this.window.getByRole('button', { name: 'Add it anyway' });
  }

  /**
   * Has a connection from the first run on and waits for the library. As the form adds it, but without
   * the form's check: what a test's service receives is what the test is about.
   */
  async connect(details: ConnectionDetails): Promise<void> {
    const answer = await this.window.evaluate(
      (given) => self.foyer.invoke('connections.add', given),
      {
        input: {
          label: details.label ?? 'Northwind',
          baseAddress: details.baseAddress,
          workspaceId: details.workspaceId ?? 'ws_4f2c9a',
          colour: 'petrol',
          preset: details.preset ?? 'documented',
          presentation: { kind: 'bearer' },
        },
        token: details.token,
        keep: 'keychain',
      },
    );
    expect(answer).toMatchObject({ ok: true });
    await this.window
      .getByRole('button', { name: /^(?:Look around|Back to the library)/u })
      .click();
    await this.window.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  }
}
