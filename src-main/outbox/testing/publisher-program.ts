/**
 * A program for the kill test and the measurement: publishes all themes of a library, in rounds, on
 * the real rooms in plain Node. `node publisher-program.cjs ROOT BASE-ADDRESS TOKEN ROUNDS`
 *
 * It says on its standard output `queued N` when all themes of a round are in the outbox, `drained`
 * when nothing goes by itself any more, and then, with rounds left, begins the next one: the number
 * of the round is in the themes' names.
 */

import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createActivity } from '../../activity/activity';
import { createLibrary, largestThemeFile } from '../../library/library';
import { createNodeTransport } from '../../service/node-transport';
import { createServiceClient } from '../../service/service';
import { openDocumentFolder } from '../../storage/storage';
import { createOutbox } from '../outbox';

const [root = '', baseAddress = '', token = '', rounds = '0'] = process.argv.slice(2);
const habitsFile = join(root, 'habits');
const habits = (): 'unknown' | 'yes' | 'no' => {
  try {
    return readFileSync(habitsFile, 'utf8') as 'unknown' | 'yes' | 'no';
  } catch {
    // Not learned yet.
    return 'unknown';
  }
};
const connection = {
  id: 'c1',
  label: 'Northwind',
  baseAddress,
  workspaceId: 'w1',
  preset: 'documented' as const,
  presentation: { kind: 'bearer' as const },
  keepsClientIds: habits(),
};
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const profileFolder = join(root, 'profile');
const library = createLibrary({
  folder: openDocumentFolder(join(root, 'themes'), { maxBytes: largestThemeFile }),
  profileFolder,
  startersFolder: join(root, 'starters'),
  names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
  connections: () => [connection],
  log,
});
const client = createServiceClient({
  transport: createNodeTransport(),
  connectionById: () => connection,
  tokenFor: () => Promise.resolve(token),
  activity: createActivity({ folder: join(profileFolder, 'activity') }),
});
const room = createOutbox<typeof connection>({
  library,
  profileFolder,
  connections: () => [connection],
  connectionById: (id) => (id === 'c1' ? connection : undefined),
  wasRemoved: () => true,
  send: client.send,
  learnIds: (_address, keeps) => {
    connection.keepsClientIds = keeps;
    writeFileSync(habitsFile, keeps);
  },
  log,
});
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

async function run(): Promise<void> {
  await room.start();
  await library.start();
  room.open();
  for (let left = Number(rounds); ; left -= 1) {
    await drained();
    say('drained');
    if (left <= 0) break;
    const { themes } = await library.handlers.list(undefined);
    const round = Math.max(...themes.map(({ name }) => Number(name.split(' ')[0]))) + 1;
    await Promise.all(
      themes.map(async ({ id, name }) => {
        await library.handlers.rename({ id, name: `${String(round)} ${name.split(' ')[1] ?? ''}` });
      }),
    );
    say('publishing');
    const began = process.hrtime.bigint();
    await room.handlers.publish({ themeIds: themes.map(({ id }) => id), connectionIds: ['c1'] });
    say(`queued ${String(round)}`);
    await drained();
    say(`took ${String(Number(process.hrtime.bigint() - began) / 1e6)}`);
  }
  await room.close(0);
  process.exit(0);
}

/** Nothing goes by itself any more. */
async function drained(): Promise<void> {
  for (;;) {
    await room.settled();
    const { items } = await room.handlers.list(undefined);
    if (items.every(({ why }) => why === 'decision')) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

run().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exit(1);
});
