/** Publishing the open theme to one connection, and what came of it. */
import type { Connection } from '@shared/connection';
import type { Problem } from '@shared/problem';
import type { PublishResult } from '@shared/publishing';
import { bridge } from '../../bridge';
import type { OpenThemeState } from '../../state/open-theme.svelte';
import { problemOf } from '../../state/report.svelte';

/** What is shown of the last try here, until the next one. */
export type Published =
  | { kind: 'answered'; connectionId: string; result: PublishResult }
  | { kind: 'problem'; connectionId: string; problem: Problem };

export class ThemePublishing {
  readonly #open: OpenThemeState;
  #sendingTo = $state.raw<string | null>(null);
  #last = $state.raw<Published | null>(null);

  constructor(open: OpenThemeState) {
    this.#open = open;
  }

  /** The last try from this window at the connection. */
  lastAt(connection: Connection): Published | null {
    return this.#last?.connectionId === connection.id ? this.#last : null;
  }

  /** Whether it is on its way there, from this window or by main's own account. */
  isSendingTo(connection: Connection): boolean {
    if (this.#sendingTo === connection.id) return true;
    const places = this.#open.said?.places ?? [];
    return places.some(
      (place) => place.connectionId === connection.id && place.delivery === 'sending',
    );
  }

  /**
   * Publishes what is shown and waits for the answer. `sendAgain`: a person said that a first save
   * of unknown outcome may be repeated.
   */
  async publish(connection: Connection, sendAgain = false): Promise<void> {
    if (this.isSendingTo(connection)) return;
    const connectionId = connection.id;
    this.#sendingTo = connectionId;
    this.#last = null;
    try {
      // What was typed last must be with main before it is sent.
      await this.#open.settled();
      const result = await bridge.publishing.publish({
        themeId: this.#open.id,
        connectionId,
        ...(sendAgain ? { sendAgain } : {}),
      });
      this.#last = { kind: 'answered', connectionId, result };
    } catch (error) {
      this.#last = { kind: 'problem', connectionId, problem: problemOf(error) };
    } finally {
      this.#sendingTo = null;
    }
  }

  /** Stops waiting for the answer. */
  async cancel(connection: Connection): Promise<void> {
    await this.#try(connection, () =>
      bridge.publishing.cancel({ themeId: this.#open.id, connectionId: connection.id }),
    );
  }

  /** A person found it at the service: the unknown outcome counts as published. */
  async markPublished(connection: Connection): Promise<void> {
    await this.#try(connection, async () => {
      await bridge.publishing.markPublished({
        themeId: this.#open.id,
        connectionId: connection.id,
      });
      this.#last = null;
    });
  }

  /** Takes what came of the last try off the screen. */
  dismiss(): void {
    this.#last = null;
  }

  async #try(connection: Connection, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#last = { kind: 'problem', connectionId: connection.id, problem: problemOf(error) };
    }
  }
}
