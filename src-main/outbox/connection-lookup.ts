/** Which connection leads to a place at a service now. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { PublishTarget } from '@shared/publishing';
import { publicationKey } from '@shared/theme/theme';
import type { Item, ItemId } from './outbox-item';
import type { OutboxConnection, OutboxOptions } from './outbox-types';

type LookupOptions<C extends OutboxConnection> = Pick<
  OutboxOptions<C>,
  'connections' | 'connectionsProblem' | 'connectionById'
>;

/** The connections, looked up as they are at that moment: a person can point one elsewhere. */
export class ConnectionLookup<C extends OutboxConnection> {
  readonly #options: LookupOptions<C>;

  constructor(options: LookupOptions<C>) {
    this.#options = options;
  }

  find(id: string): C | undefined {
    return this.#options.connectionById(id);
  }

  /** @throws ProblemError notFound */
  get(id: string): C {
    const found = this.find(id);
    if (found === undefined) throw new ProblemError({ code: 'notFound', what: 'connection' });
    return found;
  }

  /** All; `undefined` while it is not known which there are. */
  all(): readonly C[] | undefined {
    return this.#options.connections();
  }

  /** Why it is not known which there are. */
  get problem(): Problem | undefined {
    return this.#options.connectionsProblem?.();
  }

  /** Through which a save left that may have arrived, or another one that leads there. */
  ofDoubt({ place, unconfirmed }: Item): C | undefined {
    const there = this.allAt(place);
    return there.find(({ id }) => id === unconfirmed?.connectionId) ?? there[0];
  }

  /** All that lead to a place now. */
  allAt(place: string): C[] {
    return (this.all() ?? []).filter((each) => publicationKey(each) === place);
  }

  /** The connection that delivers it: the request's own, while it leads to the item's place. */
  delivering({ place, request }: Item): C | undefined {
    return request ? this.findAt(request.connectionId, place) : undefined;
  }

  /** The one with that id, while it leads to the place. */
  findAt(id: string, place: string): C | undefined {
    const connection = this.find(id);
    return connection && publicationKey(connection) === place ? connection : undefined;
  }

  /** The item that a theme and a connection are about: at the place it leads to now. */
  idOf({ themeId, connectionId }: PublishTarget): ItemId | undefined {
    const connection = this.find(connectionId);
    return connection && { themeId, place: publicationKey(connection) };
  }
}
