/** A profile and a library in a temporary folder, and the rooms on them as the app has them. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@shared/connection';
import { createBilling } from '../billing/billing';
import { createConnections } from '../connections/connections';
import { createDomains } from '../domains/domains';
import { createLibrary, largestThemeFile } from '../library/library';
import { createOutbox } from '../outbox/outbox';
import { createPreviews } from '../previews/previews';
import { openDocumentFolder } from '../storage/storage';
import { removeAfterTest } from './temporary-folder';
import { noTokens } from '../connections/testing/no-tokens';

/** A log that nobody reads. */
export const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const refuse = () => Promise.reject(new Error('nothing is sent here'));
export interface Folders {
  readonly profile: string;
  readonly library: string;
}

/** Folders that are removed when the test ends. */
export async function ownFolders(): Promise<Folders> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-formats-'));
  removeAfterTest(root);
  const made = { profile: join(root, 'profile'), library: join(root, 'library') };
  for (const folder of Object.values(made)) await mkdir(folder);
  return made;
}

/** The rooms on a profile, with nothing to send through. */
export async function openRooms(at: Folders) {
  const { profile } = at;
  const connections = createConnections({
    file: join(profile, 'connections.json'),
    tokens: noTokens,
    check: refuse,
    startPractice: refuse,
    practiceLabel: () => 'Practice',
    onChange: () => {},
    log: quiet,
  });
  await connections.start();
  const connectionById = (id: string): Connection | undefined => connections.knownById(id);
  const library = createLibrary({
    folder: openDocumentFolder(at.library, { maxBytes: largestThemeFile, settleMs: 20 }),
    profileFolder: profile,
    startersFolder: join(profile, 'none'),
    names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
    connections: () => connections.snapshot().list,
    log: quiet,
  });
  const outbox = createOutbox({
    profileFolder: profile,
    library,
    connections: () => connections.known(),
    connectionById,
    wasRemoved: (id) => connections.wasRemoved(id),
    learnIds: () => Promise.resolve(),
    send: refuse,
    onChange: () => {},
    onAnswer: () => {},
    log: quiet,
  });
  const [billing, domains, previews] = await Promise.all([
    createBilling({
      ...{ folder: profile, connectionById, send: refuse, warn: () => {} },
      ...{ openExternal: () => Promise.resolve(), onReturn: () => {} },
    }),
    createDomains({ folder: profile, connectionById, send: refuse, warn: () => {} }),
    createPreviews({
      ...{ folder: profile, connectionById, send: refuse, warn: () => {} },
      connectionAt: () => undefined,
    }),
    outbox.start(),
  ]);
  const close = async () => {
    await outbox.close(0);
    await library.flush();
    library.close();
    await Promise.all([billing, domains, previews, connections].map((room) => room.close()));
  };
  return { connections, library, outbox, billing, domains, previews, close };
}
