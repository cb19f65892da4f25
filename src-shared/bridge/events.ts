/** The contract's events: what main tells the windows, by room. */
import type { z } from 'zod';
import { activityEvents } from './activity';
import { appEvents } from './app';
import { billingEvents } from './billing';
import { connectionsEvents } from './connections';
import { domainsEvents } from './domains';
import { launcherEvents } from './launcher';
import { libraryEvents } from './library';
import { picturesEvents } from './pictures';
import { previewsEvents } from './previews';
import { transferEvents } from './transfer';
import { outboxEvents } from './outbox';
import { proxyEvents } from './proxy';
import { updatesEvents } from './updates';

export const events = {
  app: appEvents,
  connections: connectionsEvents,
  library: libraryEvents,
  pictures: picturesEvents,
  outbox: outboxEvents,
  previews: previewsEvents,
  billing: billingEvents,
  domains: domainsEvents,
  activity: activityEvents,
  transfer: transferEvents,
  proxy: proxyEvents,
  launcher: launcherEvents,
  updates: updatesEvents,
} as const;
export type FoyerEvents = typeof events;

type Flat<Rooms> = {
  [Room in keyof Rooms & string]: {
    [Name in keyof Rooms[Room] & string]: { name: `${Room}.${Name}`; schema: Rooms[Room][Name] };
  }[keyof Rooms[Room] & string];
}[keyof Rooms & string];

/** The payload of each event by its full name. */
export type EventPayloads = {
  [Entry in Flat<FoyerEvents> as Entry['name']]: Entry['schema'] extends z.ZodType
    ? z.output<Entry['schema']>
    : never;
};
export type EventName = keyof EventPayloads;
