import type { Connection, ConnectionCheck } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import ConnectionForm from './ConnectionForm.svelte';
import { checkText } from './check-text';
import { forgetUnfinished } from './unfinished-connection';

const user = userEvent.setup();

async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  }
}

const good = {
  Name: 'Kestrel',
  'Base address': 'https://kestrel.example/api/v1',
  'Workspace ID': 'ws_1',
  Token: 'secret-1',
};

const saved = trialConnection('c1', {
  workspaceId: 'ws_4f2c9a',
  colour: 'violet',
  presentation: { kind: 'header', header: 'X-Api-Key', scheme: '' },
});

const accepts: ConnectionCheck = { verdict: 'good', status: 400, detail: 'name: Required' };

function show(connection?: Connection) {
  const ondone = vi.fn();
  const oncancel = vi.fn();
  const { unmount } = render(ConnectionForm, { connection, ondone, oncancel });
  return { ondone, oncancel, unmount };
}

beforeEach(forgetUnfinished);

describe('a service that may have moved', () => {
  const published = (name: string, connectionId: string) =>
    sampleSummary(name, { place: { connectionId, relation: 'same', templateId: `t-${name}` } });
  const title = /published at the old address/u;
  afterEach(() => library.end());

  it.each([
    ['another address', { 'Base address': 'https://moved.example/api/v1' }, true],
    ['the same, written otherwise', { 'Base address': `${saved.baseAddress}/` }, false],
    ['another workspace', { 'Workspace ID': 'other' }, false],
  ])('says what counts as a draft there: %s', async (_name, fields, isSaid) => {
    const themes = [published('Harbour', saved.id), published('Lagoon', saved.id)];
    const others = [published('Dune', 'kestrel'), sampleSummary('Aurora')];
    const list = { revision: 1, unreadable: [], ids: [1] as [number], folder: '/f' };
    installFakeMain({ library: { list: () => ({ ...list, themes: [...themes, ...others] }) } });
    await library.start();
    show(saved);
    expect(screen.queryByText(title)).toBeNull();
    await fill(fields);
    expect(screen.queryByText(title)?.textContent ?? '').toBe(
      isSaid ? '2 themes are published at the old address' : '',
    );
  });
});

describe('what was entered, after a look at another screen,', () => {
  it('is there but for the token, until it is stored or cancelled', async () => {
    installFakeMain({
      connections: {
        check: () => accepts,
        add: () => {
          throw new ProblemError({ code: 'keychainFailed', detail: 'No.', isChange: true });
        },
      },
    });
    const first = show();
    await fill(good);
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Nothing was changed.')).toBeVisible();
    first.unmount();

    const second = show();
    expect(screen.getByLabelText('Name')).toHaveValue(good.Name);
    expect(screen.getByLabelText('Base address')).toHaveValue(good['Base address']);
    expect(screen.getByLabelText('Workspace ID')).toHaveValue(good['Workspace ID']);
    expect(screen.getByLabelText('Token')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    second.unmount();
    show();
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });

  it('is not in the next form once it was stored', async () => {
    installFakeMain({ connections: { check: () => accepts, add: () => ({ id: 'new' }) } });
    const { ondone, unmount } = show();
    await fill(good);
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(ondone).toHaveBeenCalled());
    unmount();
    show();
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });

  it('of a connection that is edited is not kept', async () => {
    installFakeMain({});
    const { unmount } = show(saved);
    await fill({ Name: 'Other' });
    unmount();
    show(saved);
    expect(screen.getByLabelText('Name')).toHaveValue(saved.label);
  });
});

describe('adding', () => {
  it('begins with a colour that no connection has', async () => {
    const list = (['petrol', 'blue', 'rose'] as const).map((colour) =>
      trialConnection(colour, { colour }),
    );
    installFakeMain({ connections: { list: () => ({ revision: 1, list, currentId: 'petrol' }) } });
    await connections.start();
    show();
    expect(screen.getByRole('radio', { name: 'Violet' })).toBeChecked();
    connections.end();
  });

  it('adds what was entered at Enter', async () => {
    const main = installFakeMain({
      connections: { check: () => accepts, add: () => ({ id: 'new' }) },
    });
    const { ondone } = show();
    await fill(good);
    await user.click(screen.getByRole('radio', { name: 'Rose' }));
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    await waitFor(() => expect(ondone).toHaveBeenCalledExactlyOnceWith('new'));
    const entered = {
      input: {
        label: 'Kestrel',
        baseAddress: 'https://kestrel.example/api/v1',
        workspaceId: 'ws_1',
        colour: 'rose',
        preset: 'documented',
        presentation: { kind: 'bearer' },
      },
      token: 'secret-1',
    };
    expect(main.log).toEqual([
      { name: 'connections.check', input: entered },
      { name: 'connections.add', input: { ...entered, keep: 'keychain' } },
    ]);
  });

  it('refuses where it was typed, asks main nothing, and keeps what was typed', async () => {
    const main = installFakeMain({});
    show();
    await fill({ ...good, 'Base address': 'https://kestrel.example/api' });
    await user.clear(screen.getByLabelText('Token'));
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    const address = screen.getByLabelText('Base address');
    expect(address).toHaveFocus();
    expect(address).toHaveAccessibleDescription(/must end in v1/u);
    expect(address).toHaveValue('https://kestrel.example/api');
    expect(screen.getByLabelText('Token')).toBeInvalid();
    expect(main.log).toEqual([]);
  });

  it('looks at a field again when it is left, but not before the first try', async () => {
    installFakeMain({});
    show();
    await user.click(screen.getByLabelText('Name'));
    await user.tab();
    expect(screen.getByLabelText('Name')).toBeValid();
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(screen.getByLabelText('Name')).toBeInvalid();
    await fill({ Name: 'Kestrel' });
    await user.tab();
    expect(screen.getByLabelText('Name')).toBeValid();
  });

  it.each([
    ['nonsense', /Enter a web address/u],
    ['http://kestrel.example/v1', /begin with https/u],
    ['https://me:pass@kestrel.example/v1', /user name or password/u],
    ['https://kestrel.example/v1?x=1', /can’t contain \?/u],
  ])('refuses the address %s', async (address, reason) => {
    installFakeMain({});
    show();
    await fill({ ...good, 'Base address': address });
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(screen.getByLabelText('Base address')).toHaveAccessibleDescription(reason);
  });

  it('takes an address with an end that nobody sees', async () => {
    installFakeMain({ connections: { check: () => accepts, add: () => ({ id: 'new' }) } });
    const { ondone } = show();
    await fill({ ...good, 'Base address': `${good['Base address']}\u200B` });
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(ondone).toHaveBeenCalled());
  });

  it('takes plain http for this computer', async () => {
    installFakeMain({ connections: { check: () => accepts, add: () => ({ id: 'new' }) } });
    const { ondone } = show();
    await fill({ ...good, 'Base address': 'http://127.0.0.1:4000/v1' });
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(ondone).toHaveBeenCalled());
  });

  it('puts what main refuses at its field, unfolding Advanced where it stands there', async () => {
    installFakeMain({
      connections: {
        check: () => accepts,
        add: () => {
          throw new ProblemError({
            code: 'invalidFields',
            fields: [{ field: 'header', reason: 'reservedHeader' }],
          });
        },
      },
    });
    show();
    await fill(good);
    await user.click(screen.getByText(/Advanced/u));
    await user.click(screen.getByRole('radio', { name: 'Another header' }));
    await fill({ Header: 'Host' });
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    const header = await screen.findByLabelText('Header');
    await waitFor(() => expect(header).toHaveFocus());
    expect(header).toHaveAccessibleDescription(/sets this header itself/u);
    expect(screen.getByLabelText('Token')).toHaveValue('secret-1');
  });

  it('keeps the token until Foyer quits only at the person’s word', async () => {
    const kept: string[] = [];
    installFakeMain({
      connections: {
        check: () => accepts,
        add: ({ keep }) => {
          kept.push(keep);
          if (keep === 'session') return { id: 'new' };
          throw new ProblemError({ code: 'keychainAbsent', detail: '', isKWallet: false });
        },
      },
    });
    const { ondone } = show();
    await fill(good);
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('no keychain');
    expect(ondone).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Keep the token until Foyer quits' }));
    await waitFor(() => expect(ondone).toHaveBeenCalledWith('new'));
    expect(kept).toEqual(['keychain', 'session']);
  });

  it('sends no token where none is presented', async () => {
    const main = installFakeMain({
      connections: { check: () => accepts, add: () => ({ id: 'new' }) },
    });
    const { ondone } = show();
    await fill(good);
    await user.click(screen.getByText(/Advanced/u));
    await user.click(screen.getByRole('radio', { name: 'No token' }));
    expect(screen.queryByLabelText('Token')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(ondone).toHaveBeenCalled());
    expect(main.log.map(({ name }) => name)).toEqual(['connections.check', 'connections.add']);
    for (const { input } of main.log) expect(input).not.toHaveProperty('token');
  });

  it('hides the token until it is asked to show it', async () => {
    installFakeMain({});
    show();
    const token = screen.getByLabelText('Token');
    expect(token).toHaveAttribute('type', 'password');
    await user.type(token, 'secret');
    await user.click(screen.getByRole('button', { name: 'Show the token' }));
    expect(token).toHaveAttribute('type', 'text');
    expect(token).toHaveValue('secret');
  });
});

describe('Connect', () => {
  const refused: ConnectionCheck = { verdict: 'tokenRefused', status: 401, detail: 'No.' };

  it('adds nothing where the check fails, keeps what was entered, and adds it at a word', async () => {
    const main = installFakeMain({
      connections: { check: () => refused, add: () => ({ id: 'new' }) },
    });
    const { ondone } = show();
    await fill(good);
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('refused the token (401)');
    expect(notice).toHaveTextContent('What you entered is kept.');
    expect(main.log.map(({ name }) => name)).toEqual(['connections.check']);
    expect(screen.getByLabelText('Token')).toHaveValue('secret-1');
    expect(ondone).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Add it anyway' }));
    await waitFor(() => expect(ondone).toHaveBeenCalledExactlyOnceWith('new'));
    expect(main.log.map(({ name }) => name)).toEqual(['connections.check', 'connections.add']);
  });

  it('asks the service once where it was checked before, and adds nothing typed meanwhile', async () => {
    const main = installFakeMain({
      connections: { check: () => accepts, add: () => ({ id: 'new' }) },
    });
    const { ondone } = show();
    await fill(good);
    await user.click(screen.getByRole('button', { name: 'Check connection' }));
    const notice = await screen.findByText(checkText(accepts, 'bearer').title);
    // Its refusal of the test theme is the good answer, and no red words stand under it.
    expect(notice.closest('[role="status"]')).not.toHaveTextContent('Required');
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(ondone).toHaveBeenCalledOnce());
    expect(main.log.map(({ name }) => name)).toEqual(['connections.check', 'connections.add']);
  });

  it('does not offer to add a connection that is only edited', async () => {
    installFakeMain({ connections: { check: () => refused } });
    show(saved);
    await user.click(screen.getByRole('button', { name: 'Check connection' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add it anyway' })).toBeNull();
  });
});

describe('checking', () => {
  it('says what was found', async () => {
    const found: ConnectionCheck = { verdict: 'tokenRefused', status: 401, detail: 'No.' };
    const main = installFakeMain({ connections: { check: () => found } });
    show();
    await fill(good);
    await user.click(screen.getByRole('button', { name: 'Check connection' }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('refused the token (401)');
    expect(notice).toHaveTextContent('No.');
    expect(main.log).toHaveLength(1);
  });

  it('lends the stored token of the connection that is edited', async () => {
    const main = installFakeMain({
      connections: { check: () => ({ verdict: 'good' as const, status: 400, detail: '' }) },
    });
    show(saved);
    await user.click(screen.getByRole('button', { name: 'Check connection' }));
    expect(await screen.findByRole('status')).toHaveTextContent('can’t check the workspace ID');
    expect(main.log[0]?.input).toMatchObject({ id: 'c1' });
    expect(main.log[0]?.input).not.toHaveProperty('token');
  });
});

describe('what a check found', () => {
  const found: ConnectionCheck = { verdict: 'good', status: 400, detail: '' };
  const { title } = checkText(found, 'bearer');

  it.each(['Token', 'Base address', 'Workspace ID'])(
    'is not said of another %s, typed since',
    async (label) => {
      installFakeMain({ connections: { check: () => found } });
      show();
      await fill(good);
      await user.click(screen.getByRole('button', { name: 'Check connection' }));
      expect(await screen.findByText(title)).toBeVisible();
      await fill({ Name: 'Another name' });
      expect(screen.getByText(title)).toBeVisible();
      await user.type(screen.getByLabelText(label), '2');
      expect(screen.queryByText(title)).toBeNull();
    },
  );

  it('is not said of a token that was typed while main was asked', async () => {
    let answer: (check: ConnectionCheck) => void = () => undefined;
    const promise = new Promise<ConnectionCheck>((resolve) => (answer = resolve));
    const main = installFakeMain({ connections: { check: () => promise } });
    show();
    await fill(good);
    const button = screen.getByRole('button', { name: 'Check connection' });
    await user.click(button);
    await waitFor(() => expect(main.log).toHaveLength(1));
    expect(button).toHaveAttribute('aria-busy', 'true');
    await fill({ Token: 'quite-another' });
    answer(found);
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'));
    expect(screen.queryByText(title)).toBeNull();
  });
});

describe('editing', () => {
  it('starts from what is stored, and needs no token for the same address', async () => {
    const main = installFakeMain({ connections: { edit: () => undefined } });
    const { ondone } = show(saved);
    expect(screen.getByLabelText('Header')).toHaveValue('X-Api-Key');
    await fill({ Name: 'Northwind Studio' });
    await user.click(screen.getByRole('button', { name: 'Save connection' }));
    await waitFor(() => expect(ondone).toHaveBeenCalledWith('c1'));
    expect(main.log[0]).toMatchObject({
      name: 'connections.edit',
      input: { id: 'c1', input: { label: 'Northwind Studio', colour: 'violet' } },
    });
  });

  it('asks for the token again when the address moves', async () => {
    installFakeMain({});
    show(saved);
    await fill({ 'Base address': 'https://elsewhere.example/v1' });
    const why = /is for northwind.example only/u;
    expect(screen.getByText(why)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save connection' }));
    const token = screen.getByLabelText(/Token/u, { selector: 'input' });
    expect(token).toBeInvalid();
    expect(token).toHaveAccessibleDescription(why);
  });
});
