/** Builds what the outbox is made of. Each part knows only those that stand before it. */
import { join } from 'node:path';
import { ChangeNotifier } from './change-notifier';
import { systemClock } from './clock';
import { ConnectionLookup } from './connection-lookup';
import { ConnectionStates } from './connection-states';
import type { AttemptParts } from './attempt-end';
import { DurableChanges } from './durable-changes';
import { HandedInRequests } from './handed-in';
import { InHand } from './in-hand';
import { goesOnByItself } from './item-status';
import { itemKey } from './outbox-item';
import { OutboxStore } from './outbox-store';
import type { OutboxConnection, OutboxOptions } from './outbox-types';
import { OutboxView } from './outbox-view';
import { PublishAnswers } from './publish-answers';
import { QueueProgress } from './queue-progress';
import { RuntimeStates } from './runtime-state';
import { Scheduler } from './scheduler';
import type { UnderWay } from './under-way';
import { UnreadableItems } from './unreadable-items';

/** What the commands of the outbox work with. */
export interface OutboxParts<C extends OutboxConnection> extends AttemptParts<C> {
  readonly unreadable: UnreadableItems<C>;
  readonly view: OutboxView<C>;
  readonly scheduler: Scheduler<C>;
  readonly underWay: ReadonlyMap<string, UnderWay>;
  readonly handedIn: HandedInRequests<C>;
  readonly inHand: InHand;
}

/** Makes all parts; nothing is read or sent yet. */
export function createParts<C extends OutboxConnection>(options: OutboxOptions<C>): OutboxParts<C> {
  const { profileFolder, clock = systemClock, random = Math.random, log } = options;
  const connections = new ConnectionLookup(options);
  const store = new OutboxStore(join(profileFolder, 'outbox'), log, () => {
    notifier.changed();
  });
  const states = new ConnectionStates({ profileFolder, connections, clock, random, log });
  const unreadable = new UnreadableItems(
    { library: options.library, connections, store, clock, log },
    () => {
      notifier.changed();
    },
  );
  const runtime = new RuntimeStates(clock, random);
  const progress = new QueueProgress(() =>
    store
      .values()
      .filter((item) => item.request && goesOnByItself(view.reasonOf(item)))
      .map(itemKey),
  );
  const underWay = new Map<string, UnderWay>();
  const answers = new PublishAnswers(connections, runtime, (answered) =>
    options.onAnswer?.(answered),
  );
  const handedIn = new HandedInRequests(connections);
  const basis = { options, clock, log, connections, store, states, unreadable, runtime, progress };
  const view: OutboxView<C> = new OutboxView({ ...basis, underWay });
  const notifier = new ChangeNotifier({ ...basis, view });
  const changes = new DurableChanges({ ...basis, handedIn, notifier, answers });
  const parts = { ...basis, underWay, answers, view, notifier, changes };
  const scheduler = new Scheduler(parts);
  return { ...parts, scheduler, handedIn, inHand: new InHand() };
}
