import type { IncomingMessage } from 'node:http';

/** A request as it arrived. */
export interface ReceivedRequest {
  /** Counts from 1. */
  readonly number: number;
  /** Which connection it came on, counted from 1. */
  readonly connection: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body; `''` while it has not been read, or was not. */
  readonly body: string;
}

const mostRequests = 5_000;
const mostCharacters = 32 * 1024 * 1024;

/** The requests that arrived, the newest of them. */
export class ReceivedRequests {
  #list: ReceivedRequest[] = [];
  #count = 0;
  #characters = 0;

  list(): readonly ReceivedRequest[] {
    return [...this.#list];
  }

  clear(): void {
    this.#list = [];
    this.#characters = 0;
  }

  /** Takes note of a request; the function that comes back adds its body. */
  add(request: IncomingMessage, connection: number, at: string): (body: string) => void {
    const entry = {
      number: (this.#count += 1),
      connection,
      at,
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: '',
    };
    this.#list.push(entry);
    this.#bound();
    return (body) => {
      entry.body = body;
      this.#characters += body.length;
      this.#bound();
    };
  }

  #bound(): void {
    while (
      this.#list.length > mostRequests ||
      (this.#characters > mostCharacters && this.#list.length > 1)
    ) {
      this.#characters -= this.#list.shift()?.body.length ?? 0;
    }
  }
}
