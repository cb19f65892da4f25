/** Links and second starts: they fill in a confirmation, and send nothing by themselves. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { attempt, expectControlToFail, faultSeed, times } from '../src-main/testing/fault-tally';
import { newTheme } from '../src-shared/theme/theme';
import { expect, test, type Home } from './foyer';
import { startAgain } from './outside-window';
import { Welcome } from './pages/welcome';
import { dialog, evening, expectOne, prepare, sendBefore } from './preview-shortcut';
import { inTerminal } from './terminal';
import { onDisk, report } from './transfers';

test('a link opens a filled-in confirmation, and sends nothing', async ({
  foyer: { app, window },
  service,
}) => {
  await prepare(window, service);
  await sendBefore(window, service);
  const link = (text: string) => startAgain(app, { asked: { kind: 'link', link: text } });

  await link('foyer://preview/booking%2C%20evening');
  await expect(
    dialog(window).getByText('A link requested this. Nothing has been sent yet.'),
  ).toBeVisible();
  await expect(dialog(window).getByText(evening.to)).toBeVisible();
  await expect(dialog(window).getByRole('button', { name: 'Not now' })).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(dialog(window)).toBeHidden();

  await link('foyer://preview?bot=cl_booking&to=%2B44%207700%20900112&group=claims%201');
  await expect(dialog(window).getByText('cl_booking')).toBeVisible();
  // Another one waits until this one is answered: nothing changes under a finger.
  await link('foyer://preview?bot=cl_evil&to=%2B1');
  await expect(dialog(window).getByText('cl_booking')).toBeVisible();
  expect(service.received()).toEqual([]);
  await dialog(window).getByRole('button', { name: 'Send once' }).click();
  await expect(dialog(window).getByText('The service accepted the preview.')).toBeVisible();
  expectOne(service);
  await window.keyboard.press('Escape');
  await expect(dialog(window).getByText('cl_evil')).toBeVisible();
  await window.keyboard.press('Escape');

  await link('foyer://preview/nobody');
  await expect(dialog(window)).toContainText('There is no preview shortcut named nobody');
  await window.keyboard.press('Escape');
  expectOne(service);
});

test('a link starts Foyer with its confirmation, and opens a theme', async ({ home, service }) => {
  const first = await home.start();
  await prepare(first.window, service);
  const { id } = await first.window.evaluate(async () => {
    const made = await self.foyer.invoke('library.create', { name: 'Linked' });
    return (made as { value: { id: string } }).value;
  });
  // The real way of a second start: another process, the link behind `--`.
  const second = await inTerminal(home, ['--', 'foyer://preview/Booking%2C%20evening']);
  expect(second).toMatchObject({ code: 0 });
  await expect(dialog(first.window).getByText(evening.to)).toBeVisible();
  await first.window.keyboard.press('Escape');
  await inTerminal(home, [`foyer://theme/${id}`, '--profile=/nowhere']);
  await expect(first.window.getByText('Linked').first()).toBeVisible();
  expect(service.received()).toEqual([]);
});

/** A Foyer that was used before, and ended. */
async function practised(home: Home): Promise<void> {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  await app.close();
}

test('a link is the very first start: it waits for the window and fills in its confirmation', async ({
  home,
}) => {
  await practised(home);
  const link = 'foyer://preview?bot=cl_booking&to=%2B44%207700%20900112';
  const { window } = await home.start({}, [], ['--', link]);
  await expect(dialog(window).getByText('cl_booking')).toBeVisible();
  await expect(
    dialog(window).getByText('A link requested this. Nothing has been sent yet.'),
  ).toBeVisible();
});

test('a link that makes no sense is the very first start: Foyer opens, and nothing else', async ({
  home,
}) => {
  const { app, window } = await home.start({}, [], ['foyer://%%%/../nonsense?bot=&bot=']);
  await expect(window.getByRole('button', { name: 'Look around first' })).toBeVisible();
  // The control: what comes behind it is shown.
  await startAgain(app, { asked: { kind: 'link', link: 'foyer://preview/nobody' } });
  await expect(dialog(window)).toContainText('named nobody');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a file and a link at once are the very first start: the link asks first, then the file', async ({
  home,
}) => {
  await practised(home);
  const before = (await onDisk(home)).length;
  const file = join(dirname(home.profile), 'Übung 日本.foyer');
  await writeFile(file, JSON.stringify({ name: 'Harbour', tags: [], theme: newTheme() }));
  const { window } = await home.start({}, [], [file, 'foyer://preview?bot=cl_booking&to=%2B1']);
  await expect(dialog(window).getByText('cl_booking')).toBeVisible();
  expect(await onDisk(home)).toHaveLength(before);
  await window.keyboard.press('Escape');
  await expect(report(window, '1 theme imported')).toContainText('Harbour');
});

test('hundreds of odd second starts send nothing, open nothing, crash nothing', async ({
  foyer: { app, window },
  service,
}) => {
  const many = times(400, 10_000);
  test.setTimeout(60_000 + many * 10);
  await prepare(window, service);
  await sendBefore(window, service);
  const word = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      'foyer://preview/%',
      'foyer://preview?bot=',
      'foyer:',
      '--no-sandbox',
      'preview',
    ),
    fc.webUrl(),
  );
  const data = fc.sample(
    fc.oneof(
      fc.anything(),
      fc.record({ asked: fc.anything(), callId: fc.string() }),
      fc.record({ asked: fc.record({ kind: fc.constant('link'), link: word }) }),
      fc.record({
        asked: fc.record({
          kind: fc.constantFrom('preview', 'list', 'open', 'help'),
          json: fc.boolean(),
          name: fc.constantFrom(evening.name, 'x'),
        }),
        callId: fc.string(),
      }),
    ),
    { numRuns: many, seed: faultSeed },
  );
  // As the system hands it over: by way of JSON.
  const texts = data.map((one) => JSON.stringify(one) ?? 'null');
  await attempt(
    'letThrough',
    { seed: faultSeed },
    async () => {
      await app.evaluate(({ app }, texts) => {
        for (const text of texts) app.emit('second-instance', {}, [], '', JSON.parse(text));
      }, texts);
      // One that means something, behind all of them, is understood.
      await startAgain(app, { asked: { kind: 'link', link: 'foyer://preview/nobody' } });
      await expect(dialog(window)).toContainText('named nobody');
      expect(service.received()).toEqual([]);
      const windows = app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
      expect(await windows).toBe(1);
    },
    many,
  );
  // The control: a program that does what it is told, without looking for the terminal that waits.
  const told = data.filter((one) => {
    const { asked } = (one ?? {}) as { asked?: { kind?: unknown; name?: unknown } };
    return asked?.kind === 'preview' && asked.name === evening.name;
  });
  expectControlToFail('a program that does what a second start says', told.length);
});
