import { createHash } from 'node:crypto';
import { m } from '@shared/messages/messages';

/** A page and the headers that keep it from doing anything but being read. */
export interface ReturnPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const style = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center;
    font: 15px/22px system-ui, sans-serif; background: #fafaf9; color: #1c1d1f; }
  h1 { margin: 0 0 6px; font-size: 20px; line-height: 28px; font-weight: 600; }
  p { margin: 0; color: #505358; }
  @media (prefers-color-scheme: dark) {
    body { background: #18191b; color: #ecedee; }
    p { color: #b0b3b8; }
  }
`;

/** The page that the browser shows when the person comes back from a checkout. No scripts. */
export function returnPage(): ReturnPage {
  const title = escaped(m.billing_back_page_title());
  const text = escaped(m.billing_back_page_text());
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width">' +
    `<style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        `default-src 'none'; style-src 'sha256-${hash}'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      Connection: 'close',
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/gu, (sign) => `&#${sign.charCodeAt(0)};`);
}
