/**
 * Activity is exported for a support question, onto a stick. That is taken out while the question stands open, or is full,
 * or read-only. The person chose the place, so they can put that right, once they are told what is wrong there: a theme's
 * export and a backup say so.
 */
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { activityCalls } from '@shared/bridge/activity';
import { ownOrigin } from '@shared/bridge/contract';
import { expect, it, vi } from 'vitest';
import { serve } from '../../bridge/bridge';
import { problemOfStorage, writeDurably } from '../../storage/storage';
import { saveTextFile } from './save-text-file';

const { chosen } = vi.hoisted(() => ({ chosen: { path: '' } }));
vi.mock('electron', () => ({
  dialog: { showSaveDialog: () => Promise.resolve({ canceled: false, filePath: chosen.path }) },
}));

const page = { isOurWindow: true, isTopFrame: true, url: `${ownOrigin}/index.html` };
const log = { warn: () => undefined, error: () => undefined };

/** What the window is answered; `save` as `handlers.ts` has it. */
async function answered(path: string, save: () => Promise<string | null>) {
  chosen.path = path;
  const { exportAll } = activityCalls;
  const answer = serve(
    { activity: { exportAll } },
    { activity: { exportAll: async () => ({ path: await save() }) } },
    log,
    problemOfStorage,
  );
  return answer(page, 'activity.exportAll', undefined);
}

const exported = () => saveTextFile(undefined, 'foyer-activity-2026-11-26.jsonl', '{"a":1}\n');

it('the control: what writes other exports says why it could not', async () => {
  const path = join(tmpdir(), 'foyer-no-such-folder', 'export.foyer');
  const other = () => writeDurably(path, 'text').then(() => path);
  expect(await answered(path, other)).not.toMatchObject({ problem: { code: 'internal' } });
});

it('says that the stick was taken out meanwhile', async () => {
  const path = join(tmpdir(), 'foyer-no-such-folder', 'activity.jsonl');
  expect(await answered(path, exported)).not.toMatchObject({ problem: { code: 'internal' } });
});
