/**
 * A guard or a proxy answers a web page with other statuses than 401 and 403 as well: 400 (an odd request), 405, 406, 451, and 404
 * where nothing is. Foyer says “The service refused it”, “The service said no, so nothing was changed there” and, in the same
 * breath, that the answer may not have come from the service. Of a page with 403 it has said neither since.
 */
import { expect, it } from 'vitest';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';

it.each([403, 400, 404, 405, 406, 451])('a page with %i isn’t said to be the service’s no', (status) => {
  const outcome: Outcome =
    status === 403
      ? { kind: 'tokenRefused', status, form: 'html' }
      : { kind: 'rejected', status, form: 'html' };
  const { title, kept, todo } = outcomeText(outcome, 'updateSubscription');
  expect(todo).toContain('may not have come from the service');
  expect(title).not.toMatch(/service (?:refused|didn’t find)/u);
  expect(kept).not.toContain('The service said no');
});
