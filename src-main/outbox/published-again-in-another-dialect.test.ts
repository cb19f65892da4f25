/**
 * A theme is on its way as the connection wanted it, and a person corrects the connection’s preset and publishes the
 * theme again: what is on its way is not what they ask for now.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the same again is one', 'documented', 1],
  ['it is sent again in the dialect of the other preset', 'typebot-2023', 2],
] as const)('%s', async (_name, preset, requests) => {
  const made = await outboxFixture();
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice);
  made.connections.splice(0, 1, { ...made.connection, preset });
  made.outbox.connectionsChanged();
  await made.publish();
  release();
  await made.drained();
  expect(made.practice.received()).toHaveLength(requests);
  expect(await made.items()).toEqual([]);
});
