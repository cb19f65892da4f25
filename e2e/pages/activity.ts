/** The log of requests. */
import type { Page } from '@playwright/test';

export class Activity {
  constructor(readonly window: Page) {}

  /** Newest first. */
  get rows() {
    return this.window
      .getByRole('grid')
      .or(this.window.getByRole('table'))
      .getByRole('row')
      .filter({
        has: this.window.getByRole('gridcell').or(this.window.getByRole('cell')),
      });
  }

  get details() {
    return this.window.getByRole('complementary', { name: /details/iu });
  }
}
