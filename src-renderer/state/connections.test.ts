import type { Connections } from '@shared/connection';
import { afterEach, describe, expect, it } from 'vitest';
import { installFakeMain } from '../testing/fake-main';
import { connections } from './connections.svelte';

const empty: Connections = { revision: 1, list: [], currentId: null };
const one: Connections = {
  revision: 2,
  list: [
    {
      id: 'a',
      label: 'A',
      baseAddress: 'https://a.example/v1',
      workspaceId: 'w',
      colour: 'blue',
      preset: 'documented',
      presentation: { kind: 'none' },
      host: 'a.example',
      isPractice: false,
      tokenState: 'notNeeded',
      keepsClientIds: 'unknown',
    },
  ],
  currentId: 'a',
};

describe('connections', () => {
  afterEach(() => connections.end());

  it('follows main', async () => {
    const main = installFakeMain({ connections: { list: () => empty } });
    await connections.start();
    expect(connections.current).toBeNull();
    main.emit('connections.changed', one);
    expect(connections.current?.label).toBe('A');
    expect(connections.byId('b')).toBeUndefined();
  });

  it('is not taken back by a first answer that an event has overtaken', async () => {
    const main = installFakeMain({
      connections: {
        list: () => {
          main.emit('connections.changed', one);
          return empty;
        },
      },
    });
    await connections.start();
    expect(connections.list).toHaveLength(1);
  });

  it('hears nothing after its end', async () => {
    const main = installFakeMain({ connections: { list: () => empty } });
    await connections.start();
    connections.end();
    main.emit('connections.changed', one);
    expect(connections.list).toHaveLength(0);
  });
});
