import { Resolver } from 'node:dns/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookUpDns } from './dns-look';
import { startTrialDnsServer, type TrialDnsServer } from './trial-dns-server';

let server: TrialDnsServer;
beforeEach(async () => {
  server = await startTrialDnsServer();
});
afterEach(() => server.stop());

const look = (name: string) =>
  lookUpDns(name, () => {
    const resolver = new Resolver({ timeout: 50, tries: 1 });
    resolver.setServers([server.address]);
    return resolver;
  });

describe('a look at the DNS', () => {
  it('gives the records of each kind, sorted', async () => {
    server.table = {
      'bot.example.com': {
        A: ['203.0.113.9', '203.0.113.10'],
        AAAA: ['2001:db8:0:0:0:0:0:1'],
        TXT: ['verify=1'],
      },
    };
    expect(await look('bot.example.com')).toEqual({
      A: { state: 'found', values: ['203.0.113.10', '203.0.113.9'] },
      AAAA: { state: 'found', values: ['2001:db8::1'] },
      CNAME: { state: 'none' },
      TXT: { state: 'found', values: ['verify=1'] },
    });
  });

  it('gives each value once of a server that says one thing twice', async () => {
    server.table = { 'bot.example.com': { A: ['203.0.113.9', '203.0.113.9'] } };
    const { A } = await look('bot.example.com');
    expect(A).toEqual({ state: 'found', values: ['203.0.113.9'] });
  });

  it('gives the name that a name stands for', async () => {
    server.table = { 'bot.example.com': { CNAME: ['edge.service.example'] } };
    const { CNAME } = await look('bot.example.com');
    expect(CNAME).toEqual({ state: 'found', values: ['edge.service.example'] });
  });

  it('says none for a name that isn’t there', async () => {
    const records = await look('nobody.example.com');
    expect(Object.values(records)).toEqual(Array(4).fill({ state: 'none' }));
  });

  it('says that nobody answered, and that a server failed', async () => {
    server.mood = 'silent';
    const silent = await look('bot.example.com');
    expect(Object.values(silent)).toEqual(Array(4).fill({ state: 'failed', reason: 'noAnswer' }));
    server.mood = 'fails';
    const failed = await look('bot.example.com');
    expect(Object.values(failed)).toEqual(
      Array(4).fill({ state: 'failed', reason: 'serverFailed' }),
    );
  });

  it('never rejects, whatever the name', async () => {
    for (const name of ['', '.', 'a..b', 'x'.repeat(300), 'a\0b', '*.example.com', '127.0.0.1']) {
      expect(Object.keys(await look(name))).toEqual(['A', 'AAAA', 'CNAME', 'TXT']);
    }
  });
});
