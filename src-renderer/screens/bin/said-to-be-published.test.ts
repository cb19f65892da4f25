/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real rooms. */
/** What the bin says that a service still has of a deleted theme. */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, expect, it } from 'vitest';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Bin from './Bin.svelte';

beforeAll(() => layers.load(), 120_000);

type Made = Awaited<ReturnType<typeof outboxFixture>>;

/** What the bin says of a theme that is deleted once that was done with it. */
async function saidAfter(work: (made: Made) => Promise<unknown>): Promise<string> {
  const made = await outboxFixture();
  const { library, place } = made;
  await work(made);
  await made.settled();
  await library.handlers.remove({ ids: [place.themeId] });
  installFakeMain({ library: library.handlers });
  render(Bin);
  return (await screen.findByRole('listitem')).textContent;
}

it('the control: one that was published', async () => {
  expect(await saidAfter((made) => made.publish())).toContain('Still published in 1 workspace');
});

it('one that was only linked to a template, and never published, is not said to be', async () => {
  const said = await saidAfter(({ outbox, place }) =>
    Promise.resolve(outbox.handlers.link({ ...place, templateId: 'tpl_7' })),
  );
  expect(said).toContain('Harbour');
  expect(said).not.toContain('Still published');
});

it('two workspaces of one service are not said to be two services', async () => {
  const said = await saidAfter(async ({ connections, connection, outbox, place }) => {
    connections.push({ ...connection, id: 'c2', label: 'Southwind', workspaceId: 'w2' });
    const connectionIds = connections.map(({ id }) => id);
    await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds });
  });
  expect(said).toContain('Still published in 2 workspaces');
});
