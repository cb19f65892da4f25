/**
 * *Failed*: "the service refused it, or it couldn’t be sent; the studio says why". After a restart the studio says only
 * that the last publish failed, and "See Activity for details"; of what was too large to be sent nothing is in there.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createActivity } from '../activity/activity';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

it.each(['refused by the service', 'too large to be sent'] as const)(
  'after a restart it is still said why: %s',
  async (how) => {
    const made = await outboxFixture();
    if (how === 'too large to be sent') {
      const edits = [{ field: 'customCss' as const, value: 'x'.repeat(1024 * 1024) }];
      await made.library.handlers.edit({ id: made.place.themeId, edits });
    } else made.practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    await made.publish();
    await made.drained();
    await made.library.flush();
    await made.outbox.close(1_000);
    const again = await nextRun(made);
    await again.settled();
    const [item] = await again.items();
    expect(item).toMatchObject({ why: 'refused' });
    const activity = createActivity({ folder: join(made.root, 'profile', 'activity') });
    const { entries } = await activity.list({ limit: 10 });
    const isSaid = item?.problem !== undefined || item?.outcome !== undefined;
    expect(isSaid || entries.length > 0).toBe(true);
  },
);
