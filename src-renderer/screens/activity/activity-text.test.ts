// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- a real shell has to read it
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { detailsAsCurl } from './activity-text';

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
