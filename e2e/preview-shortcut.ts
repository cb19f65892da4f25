/** A preview shortcut at the test's own service, and what the service got of it. */
import type { Page } from '@playwright/test';
import type { PracticeEndpoint, PracticeService } from '../src-main/practice/practice';
import { expect } from './foyer';
import { Welcome } from './pages/welcome';

type Service = PracticeService & PracticeEndpoint;

/** The shortcut. */
export const evening = {
  name: 'Booking, evening',
  botId: 'cl_booking',
  to: '+44 7700 900112',
  startGroupId: 'claims 1',
};
/** What the service gets of it. */
const body = { to: evening.to, startGroupId: evening.startGroupId };

/** Connects to the service of the test, and keeps a shortcut. */
export async function prepare(window: Page, service: Service): Promise<void> {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await window.evaluate(async (shortcut) => {
    const connections = await self.foyer.invoke('connections.list', undefined);
    if (!connections.ok) throw new Error('no connections');
    const { currentId } = connections.value as { currentId: string };
    const added = await self.foyer.invoke('previews.addShortcut', {
      ...shortcut,
      connectionId: currentId,
    });
    if (!added.ok) throw new Error(JSON.stringify(added.problem));
  }, evening);
}

/** Sends the shortcut once, so that its recipient is no new one, and forgets it at the service. */
export async function sendBefore(window: Page, service: Service): Promise<void> {
  await window.evaluate(async () => {
    const { value } = (await self.foyer.invoke('previews.list', undefined)) as {
      value: { shortcuts: object[] };
    };
    const [shortcut] = value.shortcuts;
    const first = (await self.foyer.invoke('previews.isNewRecipient', shortcut)) as {
      value: { place: string };
    };
    await self.foyer.invoke('previews.start', {
      ...{ ...shortcut, confirmedPlace: first.value.place },
    });
  });
  expect(service.received()).toHaveLength(1);
  service.reset();
}

/** The one request that the service got. */
export function expectOne(service: Service, expected: object = body): void {
  const received = service.received();
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v1/bots/cl_booking/chat-app/start-preview',
  ]);
  expect(JSON.parse(received[0]?.body ?? '')).toEqual(expected);
}

/** The dialog that is open in the main window. */
export const dialog = (window: Page) => window.getByRole('dialog');
