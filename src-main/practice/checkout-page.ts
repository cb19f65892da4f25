/** The pages of the practice service: where its checkout addresses lead. */
import type { PracticeCheckout } from './practice-state';

/** A text as it can stand in HTML, in an attribute as well. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** A whole page; `body` is HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { font-size: 1.4rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; }
  dd { margin: 0; }
  form { display: inline-block; margin: 1rem .5rem 0 0; }
  button { font: inherit; padding: .5rem 1.25rem; border-radius: .5rem; border: 1px solid #888; cursor: pointer; }
  button.main { background: #0b6e75; border-color: #0b6e75; color: #fff; }
</style>
<h1>${escaped(title)}</h1>
${body}
</html>
`;
}

/** The page of a checkout: what it is for, and the two ways to end it. Nothing is ever paid here. */
export function checkoutPage({ id, change, state }: PracticeCheckout): string {
  if (state !== 'open') {
    return page('Practice checkout', `<p>This checkout was ${escaped(state)} already.</p>`);
  }
  const facts = [
    ['Plan', change.plan],
    ['Paid', change.isYearly ? 'yearly' : 'monthly'],
    ['Currency', change.currency.toUpperCase()],
    ['Additional chats', String(change.additionalChats)],
    ['Workspace', change.workspaceId],
  ].map(([name = '', value = '']) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  const button = (action: string, label: string, look: string) =>
    `<form method="post" action="/checkout/${encodeURIComponent(id)}/${action}"><button${look}>${label}</button></form>`;
  return page(
    'Practice checkout',
    `<p>This page stands in for a payment page. No money moves.</p>
<dl>${facts.join('')}</dl>
${button('complete', 'Complete', ' class="main"')}${button('cancel', 'Cancel', '')}`,
  );
}

/**
 * Where the browser goes after a checkout: the return address with the result glued to its end,
 * whatever stands there (service-api, *Seen on a real service*). `undefined` when it is no web address.
 */
export function returnAddress({ change, state }: PracticeCheckout): string | undefined {
  const result = state === 'completed' ? `?stripe=${change.plan}&success=true` : '?stripe=cancel';
  try {
    const { href, protocol } = new URL(change.returnUrl + result);
    return ['http:', 'https:'].includes(protocol) ? href : undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
