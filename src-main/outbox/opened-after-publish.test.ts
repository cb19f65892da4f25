/**
 * Many themes are published from the library, and while a slow disk gives the first of them a person opens the last
 * and types, or renames it on its card. What is typed after publishing isn’t sent (CHANGELOG), whether the theme
 * was open when Publish was pressed or not.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

async function typed(made: OutboxFixture, id: string, customCss: string): Promise<void> {
  await made.library.handlers.edit({ id, edits: [{ field: 'customCss', value: customCss }] });
}

/** What arrives of the last of twelve, which a person goes to while the others are read. */
async function arrivesOf(
  isOpenBefore: boolean,
  meanwhile: (made: OutboxFixture, id: string) => Promise<void>,
): Promise<string> {
  const made = await outboxFixture({ themes: 12 });
  const id = made.ids.at(-1) ?? '';
  if (isOpenBefore) await made.library.handlers.open({ id });
  const saved = made.library.saved.bind(made.library);
  let goOn: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (goOn = resolve));
  const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (of) => {
    if (of !== id) await slow;
    return saved(of);
  });
  const publishing = made.publish(...made.ids);
  await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(8));
  await meanwhile(made, id);
  goOn();
  await publishing;
  await made.drained();
  return made.practice
    .received()
    .map(({ body }) => body)
    .filter((body) => body.includes('Harbour 12') || body.includes('after'))
    .join('\n');
}

const types = async (made: OutboxFixture, id: string): Promise<void> => {
  await made.library.handlers.open({ id });
  await typed(made, id, '.after{}');
};
const renames = (made: OutboxFixture, id: string): Promise<unknown> =>
  Promise.resolve(made.library.handlers.rename({ id, name: 'after' }));

it('the control: what is typed in one that was open is not sent', async () => {
  const sent = await arrivesOf(true, types);
  expect(sent).toContain('Harbour 12');
  expect(sent).not.toContain('after');
});

it('what is typed in one that is opened meanwhile is not sent', async () => {
  const sent = await arrivesOf(false, types);
  expect(sent).toContain('Harbour 12');
  expect(sent).not.toContain('after');
});

it('the name that one gets on its card meanwhile is not sent', async () => {
  const sent = await arrivesOf(false, async (made, id) => void (await renames(made, id)));
  expect(sent).toContain('Harbour 12');
  expect(sent).not.toContain('after');
});
