import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import type { PreviewRun } from '@shared/sending';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { tokenEntry } from '../../features/connections/token-entry.svelte';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { connections } from '../../state/connections.svelte';
import { previewStarter } from '../../state/preview-starter.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  previewStarter.close();
  cleanup();
  connections.end();
});

const northwind = trialConnection('northwind', { label: 'Northwind' });

/**
 * A double click on *Send once* is one word. Its second click comes to what stands there by then: the same button under
 * another question, or *Close*, which has moved to where it was.
 */
describe('a double click on Send once', () => {
  const to = '+44 7700 900112';
  const run: PreviewRun = {
    ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
    ...{ input: { botId: 'bot', to }, outcome: { kind: 'accepted', status: 200 } },
  };

  /** A preview that was chosen in the palette, to whom one is under way as it is shown. */
  async function chosen() {
    /** As main judges it (`recipients.ts`): also by what is under way, as long as it is, or may have arrived. */
    let isFirstUnderWay = true;
    const starts: (string | undefined)[] = [];
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      previews: {
        list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
        isNewRecipient: () => ({ isNew: !isFirstUnderWay, place: trialPlace }),
        start: ({ confirmedPlace }) => {
          starts.push(confirmedPlace);
          if (isFirstUnderWay || confirmedPlace === trialPlace) return run;
          throw new ProblemError({
            ...{ code: 'newRecipient', to, label: northwind.label, place: trialPlace },
          });
        },
      },
    });
    await connections.start();
    render(PreviewRequestHost);
    const fields = { botId: 'bot', to, startGroupId: '' };
    main.emit('previews.asked', {
      ...{ kind: 'filled', name: 'Anna', connectionId: northwind.id, fields, isFromLink: false },
    });
    const send = await screen.findByRole('button', { name: 'Send once' });
    return { send, starts, comesToNothing: () => (isFirstUnderWay = false) };
  }

  it('a first recipient, whom the first click finds to be one, is not confirmed by the second', async () => {
    const { send, starts, comesToNothing } = await chosen();
    expect(screen.getByRole('dialog')).not.toHaveTextContent('hasn’t sent anything');
    // The one that was under way has no network.
    comesToNothing();
    await fireEvent.click(send, { detail: 1 });
    await waitFor(() =>
      expect(screen.getByRole('dialog')).toHaveTextContent('hasn’t sent anything'),
    );
    // A double click takes up to half a second; main's refusal takes some milliseconds.
    const wasPressed = await fireEvent.click(screen.getByRole('button', { name: 'Send once' }), {
      detail: 2,
    });
    expect(wasPressed).toBe(false);
    expect(starts).toEqual([undefined]);
  });

  it('what came of it is not put away unread where the service answers at once', async () => {
    const { send } = await chosen();
    await fireEvent.click(send, { detail: 1 });
    await screen.findByText('The service accepted the preview.');
    // The only button by then, at the right edge, where the other one was.
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }), { detail: 2 });
    expect(screen.getByText('The service accepted the preview.')).toBeVisible();
  });

  it('pressed once more, it is confirmed, and closed', async () => {
    const { send, starts, comesToNothing } = await chosen();
    comesToNothing();
    await fireEvent.click(send, { detail: 1 });
    await waitFor(() =>
      expect(screen.getByRole('dialog')).toHaveTextContent('hasn’t sent anything'),
    );
    await fireEvent.click(screen.getByRole('button', { name: 'Send once' }), { detail: 1 });
    await screen.findByText('The service accepted the preview.');
    expect(starts).toEqual([undefined, trialPlace]);
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }), { detail: 1 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

/**
 * A link without a connection asks for a preview while a new workspace is being connected, which is checked
 * for some seconds. Then that is added, and is the one in use: the dialog was shown, and read, with the other.
 */
describe('the connection in use changes under a link’s dialog', () => {
  const kestrel = trialConnection('kestrel', { label: 'Kestrel' });
  const to = '+44 7700 900112';

  /** Through which connections it was sent, and for where it was confirmed as a first one, at a press of the button. */
  async function sentThrough(connectionId: string | null, first = northwind) {
    const user = userEvent.setup();
    const sent: { connectionId: string; confirmedPlace: string | undefined }[] = [];
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      previews: {
        list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
        isNewRecipient: () => ({ isNew: true, place: trialPlace }),
        start: (form) => {
          sent.push({ connectionId: form.connectionId, confirmedPlace: form.confirmedPlace });
          return {
            ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', input: { botId: 'bot', to } },
            ...{ connectionId: form.connectionId, outcome: { kind: 'accepted', status: 200 } },
          };
        },
      },
    });
    await connections.start();
    render(PreviewRequestHost);
    const fields = { botId: 'bot', to, startGroupId: '' };
    main.emit('previews.asked', {
      ...{ kind: 'filled', name: '', connectionId, fields, isFromLink: true },
    });
    const button = await screen.findByRole('button', { name: 'Send once' });
    expect(screen.getByRole('dialog')).toHaveTextContent('Northwind');
    // Between the eye and the finger.
    main.emit('connections.changed', {
      ...{ revision: 2, list: [first, kestrel], currentId: kestrel.id },
    });
    await user.click(button);
    await waitFor(() => expect(sent).toHaveLength(1));
    return sent;
  }

  it('the control: one whose link names the connection goes there', async () => {
    expect(await sentThrough('northwind')).toEqual([
      { connectionId: 'northwind', confirmedPlace: trialPlace },
    ]);
  });

  it('is not sent through another connection than it was shown with', async () => {
    expect(await sentThrough(null)).toEqual([
      { connectionId: 'northwind', confirmedPlace: trialPlace },
    ]);
  });

  it('is confirmed for the workspace of which that was said, and for no other', async () => {
    const moved = { ...northwind, baseAddress: 'https://elsewhere.example/api/v1', access: 1 };
    expect(await sentThrough('northwind', moved)).toMatchObject([{ confirmedPlace: trialPlace }]);
  });
});

/**
 * A preview is asked for again that went through a connection which was removed since, while another workspace is
 * connected, by a shortcut’s key. What the dialog says is missing.
 */
describe('a preview through a connection that was removed since', () => {
  const kestrel = trialConnection('kestrel', { label: 'Kestrel' });

  /** What is said of one through Northwind, which is gone, where these are connected. */
  async function saidWith(list: Connection[]): Promise<string> {
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list, currentId: list[0]?.id ?? null }) },
      previews: { list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }) },
    });
    await connections.start();
    render(PreviewRequestHost);
    const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
    main.emit('previews.asked', {
      ...{ kind: 'filled', name: 'Booking', connectionId: 'northwind', fields, isFromLink: false },
    });
    return (await screen.findByRole('dialog')).textContent ?? '';
  }

  it('the control: where no workspace is connected, that none is', async () => {
    expect(await saidWith([])).toContain('No workspace is connected');
  });

  it('where another workspace is connected, not that none is', async () => {
    const said = await saidWith([kestrel]);
    expect(said).not.toContain('No workspace is connected');
    expect(said).toContain('Its connection was removed');
    // There is nothing to ask.
    expect(screen.getByRole('dialog', { name: 'Can’t start Booking' })).toBeVisible();
    expect(said).not.toContain('It is sent once.');
    // Nor is one to be connected.
    expect(screen.queryByRole('button', { name: 'Get started' })).toBeNull();
  });
});

/** A preview that is asked for over any screen has no token to be sent with: the dialog leads to entering one. */
describe('a preview without a token', () => {
  it('is told why it was not sent until there is one', async () => {
    const user = userEvent.setup();
    const northwind = trialConnection('northwind', { label: 'Northwind', tokenState: 'missing' });
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
      previews: {
        list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
        isNewRecipient: () => ({ isNew: false, place: 'there' }),
        start: () => {
          throw new ProblemError({ code: 'tokenMissing', label: 'Northwind' });
        },
      },
    });
    await connections.start();
    render(PreviewRequestHost);
    const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
    main.emit('previews.asked', {
      ...{ kind: 'filled', name: 'Booking', connectionId: 'northwind', fields, isFromLink: false },
    });
    await user.click(await screen.findByRole('button', { name: 'Send once' }));
    await user.click(await screen.findByRole('button', { name: 'Enter token' }));
    expect(tokenEntry.connection).toMatchObject({ id: 'northwind' });
    tokenEntry.close();

    const list = [{ ...northwind, tokenState: 'keychain' as const, access: 1 }];
    main.emit('connections.changed', { revision: 2, list, currentId: 'northwind' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Enter token' })).toBeNull());
    expect(screen.queryByText(/Enter it in Settings/u)).toBeNull();
    expect(screen.getByRole('button', { name: 'Send once' })).toBeEnabled();
  });
});

/** Why a preview was not sent is told above the screen once its dialog was closed. */
describe('the dialog is closed before it is known that nothing was sent', () => {
  const locked = () => new ProblemError({ code: 'keychainLocked' });
  const told = () => reports.list.map(({ problem, unsent }) => [problem.code, unsent]);

  it('a person who closed the dialog of a preview is told that it was not sent', async () => {
    const user = userEvent.setup();
    let fail: (error: Error) => void = () => undefined;
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      previews: {
        list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
        isNewRecipient: () => ({ isNew: false, place: trialPlace }),
        start: () => new Promise<never>((_done, refuse) => (fail = refuse)),
      },
    });
    await connections.start();
    render(PreviewRequestHost);
    const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
    main.emit('previews.asked', {
      ...{ kind: 'filled', name: '', connectionId: northwind.id, fields, isFromLink: true },
    });
    await user.click(await screen.findByRole('button', { name: 'Send once' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fail(locked());
    await new Promise((done) => setTimeout(done));
    expect(told()).toEqual([['keychainLocked', 'The preview to +44 7700 900112 wasn’t sent']]);
  });
});
