/**
 * A first save may have arrived, under the id that an earlier Foyer picked: the theme's own. A person has it
 * sent again, to a service that keeps the ids that clients pick.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

it.each([
  ['the control: of this Foyer', false],
  ['of an earlier one', true],
])('goes again under that id: %s', async (_name, isEarlier) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'beforeReading', times: 1 });
  await made.publish();
  await made.drained();
  await made.outbox.close(0);
  const path = await itemPath(made);
  const { foyerChecksum: _ofBefore, ...stored } = JSON.parse(await readFile(path, 'utf8')) as {
    foyerChecksum: string;
    doubt: { templateId: string };
  };
  if (isEarlier) stored.doubt.templateId = made.place.themeId;
  await writeFile(path, JSON.stringify(stored));
  const again = await nextRun(made);
  await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await again.drained();
  expect(made.practice.state().templates).toMatchObject([{ id: stored.doubt.templateId }]);
});
