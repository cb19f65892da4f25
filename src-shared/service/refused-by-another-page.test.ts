/**
 * A guard or a proxy answers a web page with 400, 404, 405, 406, 409 or 451 as well as with 403: Foyer says that it may not have come from
 * the service, and not that the service said no.
 */
import { expect, it } from 'vitest';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';

it.each([403, 400, 404, 405, 406, 409, 451])(
  'a page with %i isn’t said to be the service’s no',
  (status) => {
    const outcome: Outcome =
      status === 403
        ? { kind: 'tokenRefused', status, form: 'html' }
        : { kind: 'rejected', status, form: 'html' };
    const { title, kept, todo } = outcomeText(outcome, 'updateSubscription');
    expect(todo).toContain('may not have come from the service');
    expect(title).not.toMatch(/service (?:refused|didn’t find)/u);
    expect(kept).not.toContain('The service said no');
  },
);
