/** The disk refuses the log for a moment, as one that is full does. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalAction } from '@shared/activity';
import { isSent } from '@shared/listed-entry';
import { expect, it, onTestFinished } from 'vitest';
import { createActivity } from './activity';

const action = (kind: LocalAction['kind'], name: string): LocalAction => ({
  kind,
  touched: [{ id: name, name }],
});

it('what was done in it is in the list as soon as the disk takes it', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-actions-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  const folder = join(profile, 'activity');
  await writeFile(folder, 'in the way');
  const activity = createActivity({ folder });
  activity.note(action('themesDeleted', 'Harbour'));
  await activity.settled();
  await rm(folder);
  activity.note(action('themeCreated', 'Pier'));
  await activity.settled();
  const { entries } = await activity.list({ limit: 10 });
  const kinds = entries.flatMap((entry) => (isSent(entry) ? [] : [entry.kind]));
  expect(kinds.sort()).toEqual(['themeCreated', 'themesDeleted']);
});
