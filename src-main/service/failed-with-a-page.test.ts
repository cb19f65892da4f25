/**
 * Behind a proxy that can't reach it, a service is not what answers: nginx, Cloudflare (521) and the sign-in of a hotel (511) do, with a page.
 * Of a refusal by a page, Check connection says that it may not be the service's; of this one it says that the service answered, while the
 * row in Activity of the same answer says that it may not have come from the service.
 */
import { m } from '@shared/messages/messages';
import { outcomeText } from '@shared/service/outcome-text';
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import { connectionCheckOf } from './connection-check';
import type { TransportResult } from './transport';

function checked(status: number, type: string, body: string) {
  const result: TransportResult = {
    end: 'complete',
    head: { status, headers: { 'content-type': type } },
    body: Buffer.from(body),
  };
  const answer = readAnswer(result);
  const outcome = classify({
    ...{ operation: 'saveThemeTemplate', result, answer, stoppedBy: 'cancel', hadToken: true },
    ...{ requestBody: '{}', now: 0 },
  });
  return {
    check: connectionCheckOf(outcome, answer?.form ?? 'empty'),
    row: outcomeText(outcome, 'checkConnection'),
  };
}

const ofNginx = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

it('the control: of a refusal, both say that it was a page', () => {
  const { check, row } = checked(405, 'text/html', ofNginx);
  expect(row.todo).toContain(m.outcome_reason_page());
  expect(check).toMatchObject({ form: 'html' });
});

it.each([502, 503, 504, 511, 521])('a failure with a page is told as one as well: %i', (status) => {
  const { check, row } = checked(status, 'text/html', ofNginx);
  // The control.
  expect(row.todo).toContain(m.outcome_reason_page());
  // The screen has nothing by which it could say anything but that the service answered with an error.
  expect(check).not.toEqual(checked(status, 'application/json', '{"message":""}').check);
});
