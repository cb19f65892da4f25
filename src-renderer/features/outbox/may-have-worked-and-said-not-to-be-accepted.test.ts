/**
 * A later save is answered with a redirect: “An answer of 300, 302 or 303 can mean that it worked, and is _not sure_”
 * (CHANGELOG.md). What the outbox’s list says of it while it waits.
 */
import { expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import type { PracticeBehaviour } from '../../../src-main/practice/behaviour';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { whyText } from './why-text';

/** The entry of a theme that was published before, was renamed since, and was answered so. */
async function entryAfter(behaviour: PracticeBehaviour): Promise<OutboxItem> {
  const made = await outboxFixture();
  made.connections.forEach((each) => Object.assign(each, { keepsClientIds: 'yes' }));
  await made.publish();
  await made.settled();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  made.practice.setBehaviour('saveThemeTemplate', behaviour);
  await made.publish();
  await made.settled();
  const [item] = await made.items();
  if (!item) throw new Error('nothing waits');
  return item;
}

const words = (item: OutboxItem): string => {
  const { line, detail } = whyText(item);
  return `${line}. ${detail}`;
};

it('the control: a redirect for the same method did nothing', async () => {
  const item = await entryAfter({ redirect: { status: 307, to: 'http://login.example/' } });
  expect(item).toMatchObject({ why: 'answered' });
  expect(item.mayHaveArrived).toBeUndefined();
  expect(words(item)).toMatch(/didn’t accept a theme/u);
});

it('says of a redirect that can mean that it worked that nobody knows', async () => {
  const item = await entryAfter({ redirect: { status: 302, to: 'http://login.example/' } });
  expect(item).toMatchObject({ why: 'answered', mayHaveArrived: true });
  expect(words(item)).not.toMatch(/didn’t accept a theme/u);
  expect(words(item)).toMatch(/can’t tell|may have/u);
});
