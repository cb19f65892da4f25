// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- a real shell has to read it
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { ActivityDetails } from '@shared/activity';
import { m } from '@shared/messages/messages';
import { detailsAsCurl, detailsAsText } from './activity-text';

describe('a request as a curl command', () => {
  it('comes out of a shell as it was, with the token from the environment', () => {
    const command = detailsAsCurl({
      request: {
        method: 'PUT',
        url: "https://northwind.example/api/v1/themeTemplates/it's",
        headers: { Accept: 'application/json', Authorization: 'Bearer [token]' },
        body: '{"name":"it\'s $HOME `x`"}',
      },
    });
    expect(command).toContain('"$FOYER_TOKEN"');
    const script = command.replace(/^curl/u, `printf '%s\\n'`);
    const said = execFileSync('sh', ['-c', script], {
      env: { ...process.env, FOYER_TOKEN: 'canary' },
      encoding: 'utf8',
    });
    expect(said.trimEnd().split('\n')).toEqual([
      '-X',
      'PUT',
      "https://northwind.example/api/v1/themeTemplates/it's",
      '-H',
      'Accept: application/json',
      '-H',
      'Authorization: Bearer canary',
      '--data-raw',
      '{"name":"it\'s $HOME `x`"}',
    ]);
  });
});

describe('the details as text', () => {
  const details = (request: Partial<ActivityDetails['request']>): ActivityDetails => ({
    ...{ id: 'a', sequence: 1, at: '2026-11-20T14:05:00.000Z', kind: 'updateSubscription' },
    ...{ subject: 'PRO', connectionId: 'c', connectionLabel: 'Northwind', tookMs: 3 },
    outcome: { kind: 'rejected', status: 400, error: { message: 'Bad returnUrl', issues: [] } },
    request: {
      ...{ method: 'PATCH', url: 'https://northwind.example/api/v1/billing/subscription' },
      ...{ headers: {}, body: '{"returnUrl":"https://example.com/…"}', isCut: false },
      ...request,
    },
    answer: null,
  });

  it('say that the request was cut, or that something of it was left out', () => {
    const cut = m.activity_details_request_cut();
    const redacted = m.activity_details_request_redacted();
    expect(detailsAsText(details({}))).not.toContain(redacted);
    expect(detailsAsText(details({}))).not.toContain(cut);
    expect(detailsAsText(details({ isCut: true }))).toContain(cut);
    expect(detailsAsText(details({ isRedacted: true }))).toContain(redacted);
  });
});
