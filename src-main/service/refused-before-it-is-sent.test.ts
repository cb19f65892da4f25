import type { Problem } from '@shared/problem';
import { problemText } from '@shared/problem-text';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { describe, expect, it } from 'vitest';
import { createServiceClient } from './service';
import {
  canary,
  practice,
  place,
  transport,
  activity,
  client,
  connectionById,
  clientWith,
  connectionAt,
  requestOf,
  send,
  problemOf,
} from './testing/fixture-service';

describe('what is refused before anything is sent', () => {
  it('has no token', async () => {
    const without = clientWith({ token: undefined });
    expect(await problemOf(send('updateSubscription', {}, without))).toEqual({
      code: 'tokenMissing',
      label: 'Northwind',
    });
    expect((await activity.list({ limit: 10 })).entries).toEqual([]);
  });

  it.each(['line\nbreak', 'nul\0', 'ümlaut'])(
    'has a token that no header can hold: %j',
    async (token) => {
      expect(await problemOf(send('updateSubscription', {}, clientWith({ token })))).toEqual({
        code: 'tokenUnusable',
        label: 'Northwind',
      });
      expect(practice.received()).toEqual([]);
    },
  );

  it('is over a mebibyte', async () => {
    const at = { baseAddress: place.baseAddress, workspaceId: 'w1', preset: 'documented' as const };
    const theme = { ...newTheme(), customCss: 'ä'.repeat(600_000) };
    const request = saveThemeTemplateRequest(at, { templateId: 't', name: 'n', theme });
    const options = { kind: 'saveThemeTemplate', subject: '', once: false } as const;
    const problem = await problemOf(client.send(connectionAt(at.baseAddress), request, options));
    expect(problem).toMatchObject({ code: 'bodyTooLarge', bytes: Buffer.byteLength(request.body) });
    expect(practice.received()).toEqual([]);
  });

  it('is over a mebibyte without custom CSS, and nobody is told to shorten that', async () => {
    const at = { baseAddress: place.baseAddress, workspaceId: 'w1', preset: 'documented' as const };
    const tooLarge = async (customCss: string) => {
      const theme = { ...newTheme(), customCss };
      const name = 'ä'.repeat(600_000);
      const request = saveThemeTemplateRequest(at, { templateId: 't', name, theme });
      const options = { kind: 'saveThemeTemplate', subject: '', once: false } as const;
      return await problemOf(client.send(connectionAt(at.baseAddress), request, options));
    };
    expect(problemText((await tooLarge('')) as Problem).todo).not.toContain('CSS');
    expect(problemText((await tooLarge('a{}')) as Problem).todo).toContain('CSS');
  });

  it('could not be written down', async () => {
    const broken = createServiceClient({
      transport,
      connectionById,
      tokenFor: async () => canary,
      activity: {
        begin: () => Promise.reject(new Error('disk full')),
        itsTurn: () => Promise.resolve(),
        left: () => undefined,
        end: () => Promise.reject(new Error('disk full')),
      },
    });
    expect(await problemOf(send('createCustomDomain', {}, broken))).toEqual({
      code: 'intentNotStored',
    });
    expect(practice.received()).toEqual([]);
  });

  it('is for another origin than its connection', async () => {
    const request = requestOf('saveThemeTemplate', 'http://127.0.0.1:1/v1');
    const options = { kind: 'saveThemeTemplate', subject: '', once: false } as const;
    await expect(client.send(connectionAt(place.baseAddress), request, options)).rejects.toThrow(
      'another origin',
    );
  });
});
