/**
 * A person presses Publish and types on at once, while the disk is still at what was typed before, or at the
 * first of many themes. A theme is sent as it was when it was published.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

async function typed(made: OutboxFixture, id: string, customCss: string): Promise<void> {
  await made.library.handlers.edit({ id, edits: [{ field: 'customCss', value: customCss }] });
}

function sentOf(made: OutboxFixture): string[] {
  return made.practice.received().map(({ body }) => {
    const { themeTemplate, ...rest } = JSON.parse(body) as Record<string, unknown>;
    return /\.(?:before|after)\{\}/u.exec(JSON.stringify(themeTemplate ?? rest))?.[0] ?? '';
  });
}

it('the control: what is typed once it is queued is not sent', async () => {
  const made = await outboxFixture();
  const [id = ''] = made.ids;
  await made.library.handlers.open({ id });
  await typed(made, id, '.before{}');
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await typed(made, id, '.after{}');
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(sentOf(made)).toEqual(['.before{}']);
});

it('what is typed while the disk takes what was published is not sent', async () => {
  const made = await outboxFixture();
  const [id = ''] = made.ids;
  await made.library.handlers.open({ id });
  await typed(made, id, '.before{}');
  const saved = made.library.saved.bind(made.library);
  vi.spyOn(made.library, 'saved').mockImplementationOnce((of) => {
    const saving = saved(of);
    // The next key; the file is being written.
    setImmediate(() => void typed(made, id, '.after{}'));
    return saving;
  });
  await made.publish();
  await made.drained();
  expect(sentOf(made)).toEqual(['.before{}']);
});

it('what is typed in one of many, while the others are read, is not sent', async () => {
  const made = await outboxFixture({ themes: 12 });
  const id = made.ids.at(-1) ?? '';
  await made.library.handlers.open({ id });
  await typed(made, id, '.before{}');
  await made.library.saved(id);
  const saved = made.library.saved.bind(made.library);
  let goOn: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (goOn = resolve));
  const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (of) => {
    if (of !== id) await slow;
    return saved(of);
  });
  const publishing = made.publish(...made.ids);
  await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(8));
  await typed(made, id, '.after{}');
  goOn();
  await publishing;
  await made.drained();
  expect(sentOf(made).filter((css) => css !== '')).toEqual(['.before{}']);
});
