/** The program ends, and runs again on the same folders: what a test does with the outbox's files between. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { arrived, outboxFixture, type FixtureOptions, type OutboxFixture } from './fixture-outbox';

/** The next run, which speaks to the same service with the same token. */
export async function nextRun(
  made: OutboxFixture,
  options: Pick<FixtureOptions, 'before'> = {},
): Promise<OutboxFixture> {
  const { root, connections, token } = made;
  const again = await outboxFixture({ root, connections, ...options });
  again.token = token;
  return again;
}

/** Where the one item of the outbox is stored. */
export async function itemPath({ root }: OutboxFixture): Promise<string> {
  const folder = join(root, 'profile', 'outbox');
  const [name, another] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
  if (name === undefined || another !== undefined) throw new Error('there is not one item');
  return join(folder, name);
}

/** The file of the one item is cut short, so that it can't be read. */
export async function cutItemShort(made: OutboxFixture): Promise<void> {
  const path = await itemPath(made);
  await writeFile(path, (await readFile(path)).subarray(0, -20));
}

/**
 * A save arrives and its theme's own file says so; but Foyer is killed before the outbox has forgotten it.
 *
 * @param beforeTheAnswer happens while the request is under way
 */
export async function killedBeforeForgotten(
  made: OutboxFixture,
  beforeTheAnswer: () => void = () => undefined,
): Promise<void> {
  const before = made.practice.received().length;
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice, before + 1);
  const path = await itemPath(made);
  const bytes = await readFile(path);
  beforeTheAnswer();
  release();
  await made.settled();
  await made.outbox.close(0);
  await writeFile(path, bytes);
}
