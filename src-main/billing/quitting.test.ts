/**
 * Foyer quits while something stands in line behind another request: the real rooms and the real
 * client. What never left must not leave after that, and is not in doubt at the next start.
 */
import { isSent } from '@shared/listed-entry';
import type { Dirent } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Connection } from '@shared/connection';
import type { BillingDraft } from '@shared/sending';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActivity } from '../activity/activity';
import { createDomains } from '../domains/domains';
import { createPracticeService, type PracticeService } from '../practice/practice';
import { createPreviews } from '../previews/previews';
import { createNodeTransport } from '../service/node-transport';
import { createServiceClient, type Transport } from '../service/service';
import { createBilling } from './billing';
// Loaded when it is first wanted; the tests are not about that.
import './return-listener';

const at = { connectionId: 'practice' };
const draft: BillingDraft = {
  ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '2000' },
  ...{ ownReturn: false, returnUrl: 'https://example.com/back' },
};
/** Loading the list of public suffixes takes its time on a busy computer. */
const patient = { timeout: 10_000 };

let folder: string;
let profile: string;
let practice: PracticeService;
let connection: Connection;
let token: string;

async function openRooms(
  tokenFor = () => Promise.resolve(token),
  folder = profile,
  transport: Transport = createNodeTransport(),
) {
  const activity = createActivity({ folder: join(folder, 'activity') });
  const client = createServiceClient({
    transport,
    connectionById: () => connection,
    tokenFor,
    activity,
  });
  const shared = {
    folder,
    send: client.send,
    connectionById: (id: string) => (id === connection.id ? connection : undefined),
    warn: () => undefined,
  };
  const billing = await createBilling({
    ...shared,
    openExternal: () => Promise.resolve(),
    onReturn: () => undefined,
  });
  const previews = await createPreviews({ ...shared, connectionAt: () => undefined });
  const domains = await createDomains(shared);
  return { activity, client, billing, previews, domains };
}
type Rooms = Awaited<ReturnType<typeof openRooms>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-quitting-'));
  profile = join(folder, 'profile');
  await mkdir(profile);
  practice = createPracticeService();
  const place = await practice.start();
  ({ token } = place);
  connection = trialConnection('practice', {
    baseAddress: place.baseAddress,
    host: new URL(place.origin).host,
    isPractice: true,
  });
});
afterEach(async () => {
  await practice.stop();
  await rm(folder, { recursive: true, force: true });
});

const preview = (rooms: Rooms, to: string) =>
  rooms.previews.handlers.start({
    ...at,
    botId: 'bot',
    to,
    startGroupId: '',
    confirmedPlace: publicationKey(connection),
  });

const close = ({ billing, domains, previews }: Rooms) =>
  Promise.all([billing, domains, previews].map((room) => room.close()));

/** How the requests ended that are shown in the rooms and in Activity, but for the first preview's. */
async function shownEnds({ billing, domains, previews, activity }: Rooms) {
  const runs = (await previews.handlers.list(undefined)).history;
  const rows = [
    ...(await billing.handlers.state(at)).changes,
    ...(await domains.handlers.state(at)).registrations,
    ...runs.filter(({ input }) => input.to !== '+1'),
  ];
  const first = runs.find(({ input }) => input.to === '+1');
  const { entries } = await activity.list({ limit: 9 });
  return {
    inRoom: rows.map(({ outcome }) => outcome?.kind),
    inActivity: entries
      .filter(isSent)
      .filter(({ id }) => id !== first?.activityId)
      .map(({ outcome }) => outcome?.kind),
  };
}

const ways: [string, (rooms: Rooms) => Promise<unknown>][] = [
  [
    'a plan change',
    async ({ billing }) => {
      const { reviewId } = await billing.handlers.review({ ...at, draft });
      return billing.handlers.send({ reviewId });
    },
  ],
  [
    'a domain',
    async ({ domains }) => {
      const { reviewId } = await domains.handlers.review({ ...at, name: 'bot.example.com' });
      return domains.handlers.create({ reviewId });
    },
  ],
  ['a preview', async (rooms) => preview(rooms, '+2')],
];

describe.each(ways)('%s that stands in line when Foyer quits', (_name, send) => {
  async function inLine() {
    const rooms = await openRooms();
    const release = practice.holdAnswers();
    const first = preview(rooms, '+1');
    await expect.poll(() => practice.received().length).toBe(1);
    const second = send(rooms);
    // Written down, and waiting for its turn.
    const { activity } = rooms;
    const written = async () => (await activity.list({ limit: 9 })).entries.length;
    await expect.poll(written, patient).toBe(2);
    return { rooms, release, all: Promise.allSettled([first, second]) };
  }

  it('does not leave once its room was closed', async () => {
    const { rooms, release, all } = await inLine();
    await close(rooms);
    release();
    await all;
    expect(practice.received()).toHaveLength(1);
  });

  it('does not leave while another room is still given time for its farewell', async () => {
    const { rooms, release, all } = await inLine();
    rooms.client.end();
    release();
    await all;
    await close(rooms);
    expect(practice.received()).toHaveLength(1);
    expect(await shownEnds(rooms)).toEqual({ inRoom: ['notSent'], inActivity: ['notSent'] });
  });

  it('is not in doubt at the next start', async () => {
    const { rooms, release, all } = await inLine();
    rooms.client.end();
    await close(rooms);
    // The process has ended here; the service never got it.
    const next = await openRooms();
    const shown = await shownEnds(next);
    release();
    await all;
    await close(next);
    expect(shown).toEqual({ inRoom: ['notSent'], inActivity: ['notSent'] });
  });
});

/** A way out on which a proxy holds each request back until it is signed in to. */
function behindProxy(onHeld: () => void): Transport {
  return {
    async send({ atTurn, onStart, signal, ...request }) {
      if ((await atTurn?.()) !== true) throw new Error('it was to leave');
      onStart?.();
      const stopped = new Promise<void>((done) => signal.addEventListener('abort', () => done()));
      request.onHeld?.();
      onHeld();
      await stopped;
      return { end: 'stopped', hasStarted: false, body: Buffer.alloc(0) };
    },
    close: () => Promise.resolve(),
  };
}

/** The rooms of the next start, after a kill or a log-off at this moment. */
async function afterKill(): Promise<Rooms> {
  const killed = join(folder, 'killed');
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  // What is being written beside a file comes and goes.
  const isKept = ({ name }: Dirent) => !/\.(?:tmp|next)$/u.test(name);
  for (const entry of entries.filter((one) => one.isFile() && isKept(one))) {
    const to = join(killed, relative(profile, entry.parentPath));
    await mkdir(to, { recursive: true });
    await copyFile(join(entry.parentPath, entry.name), join(to, entry.name));
  }
  return openRooms(undefined, killed);
}

describe.each(ways)('%s that a proxy holds back', (_name, send) => {
  it('is said to wait, and is not in doubt once Foyer has quit', async () => {
    let held = 0;
    const transport = behindProxy(() => (held += 1));
    const rooms = await openRooms(undefined, undefined, transport);
    const sent = send(rooms);
    await expect.poll(() => held, patient).toBe(1);
    const waits = async () => [
      ...(await rooms.previews.handlers.list(undefined)).history,
      ...(await rooms.billing.handlers.state(at)).changes,
      ...(await rooms.domains.handlers.state(at)).registrations,
    ];
    expect(await waits()).toMatchObject([{ isInLine: true }]);
    rooms.client.end();
    await close(rooms);
    const next = await openRooms();
    const shown = await shownEnds(next);
    await sent;
    await close(next);
    expect(shown).toEqual({ inRoom: ['notSent'], inActivity: ['notSent'] });
  });
});

describe.each(ways)('%s when Foyer is killed', (_name, send) => {
  /** One that stands in line behind another's answer. */
  async function behindAnother() {
    const rooms = await openRooms();
    const release = practice.holdAnswers();
    const first = preview(rooms, '+1');
    await expect.poll(() => practice.received().length).toBe(1);
    const second = send(rooms);
    const written = async () => (await rooms.activity.list({ limit: 9 })).entries.length;
    await expect.poll(written, patient).toBe(2);
    return { rooms, release, first, all: Promise.allSettled([first, second]) };
  }

  it('while it stands in line is in no doubt at the next start', async () => {
    const { rooms, release, all } = await behindAnother();
    // What is written for another reason has nothing of it either.
    await rooms.previews.handlers.saveDraft({
      ...at,
      fields: { botId: 'b', to: '', startGroupId: '' },
    });
    const next = await afterKill();
    const shown = await shownEnds(next);
    release();
    await all;
    await close(rooms);
    await close(next);
    expect(shown).toEqual({ inRoom: [], inActivity: ['notSent'] });
  });

  it('after its turn came is not sure it arrived at the next start', async () => {
    const { rooms, release, first, all } = await behindAnother();
    release();
    practice.holdAnswers();
    await first;
    await expect.poll(() => practice.received().length).toBe(2);
    const next = await afterKill();
    const shown = await shownEnds(next);
    await practice.stop();
    await all;
    await close(rooms);
    await close(next);
    expect(shown).toEqual({ inRoom: ['unsure'], inActivity: ['unsure'] });
  });

  it('while a locked keychain keeps its token back is in no doubt at the next start', async () => {
    let asked = 0;
    const rooms = await openRooms(() => {
      asked += 1;
      return new Promise(() => undefined);
    });
    const sent = send(rooms);
    await expect.poll(() => asked, patient).toBe(1);
    const next = await afterKill();
    const shown = await shownEnds(next);
    await close(rooms);
    await sent;
    await close(next);
    expect(shown).toEqual({ inRoom: [], inActivity: [] });
  });
});

describe.each(ways)(
  '%s whose token a locked keychain keeps back when Foyer quits',
  (_name, send) => {
    it('is not in doubt at the next start', async () => {
      let asked = 0;
      const rooms = await openRooms(() => {
        asked += 1;
        return new Promise(() => undefined);
      });
      const sent = send(rooms);
      await expect.poll(() => asked, patient).toBe(1);
      await close(rooms);
      expect(await sent).toMatchObject({ outcome: { kind: 'notSent', reason: 'cancelledBefore' } });
      const next = await openRooms();
      // It was not even about to leave: Activity has nothing of it.
      expect(await shownEnds(next)).toEqual({ inRoom: ['notSent'], inActivity: [] });
      expect(practice.received()).toEqual([]);
      await close(next);
    });
  },
);
