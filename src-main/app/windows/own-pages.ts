/**
 * Foyer's own pages, at `app://foyer/`. They come from the folder of the built windows (or from the
 * development server) and from nowhere else: no address of this scheme makes main fetch anything.
 */
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { firstScreenElement } from '@shared/first-screen-element';
import { protocol, type ProtocolResponse, type Session } from 'electron';

/** To be called before the app is ready. */
export function declareOwnScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

const policies = {
  /** The windows: own scripts, styles, fonts and pictures; frames of our own; no requests. */
  window: [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "webrtc 'block'",
  ],
  /** The preview chat: no script at all; only our windows may frame it. */
  chat: [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ],
  /** Hot reload needs injected styles and a socket. Never in a built app. */
  development: [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    'connect-src ws: http:',
    "frame-src 'self'",
  ],
};

interface Page {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** For what has another address once it changes. */
const forever = 'private, max-age=31536000, immutable';

/**
 * The build puts a hash of what a file holds into the names of all but the pages. What may be kept
 * is shared by the documents of a window: otherwise each opening of the studio held fonts of its
 * own, half a megabyte that was not given back.
 */
function whileUnchanged(path: string): string {
  return path.startsWith('/assets/') ? forever : 'no-cache';
}

function headersFor(path: string, isDevelopment: boolean): Record<string, string> {
  const isChat = path === '/chat.html';
  const policy = isChat ? policies.chat : isDevelopment ? policies.development : policies.window;
  return {
    'Content-Type': types[extname(path)] ?? 'application/octet-stream',
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': isDevelopment ? 'no-store' : whileUnchanged(path),
  };
}

/** What the system says of a path at which there is no file, too long ones included. */
const notThere = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);
/** Chromium's `net::ERR_FAILED`. */
const netFailed = -2;
const missing: Page = { status: 404, headers: {}, body: Buffer.from('') };

/** The path that an address asks for; `undefined` where it makes no sense. */
function pathIn(url: URL): string | undefined {
  try {
    const path = decodeURIComponent(url.pathname);
    return path.includes('\0') ? undefined : path;
  } catch (error) {
    // A `%` that begins no character.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** What the main window's page shows until it is answered, as JSON without any `<`; once. */
export type TakeScreen = () => string | undefined;

function withScreen(page: Buffer, screen: string | undefined): Buffer {
  if (screen === undefined) return page;
  const element = `<script type="application/json" id="${firstScreenElement}">${screen}</script>`;
  return Buffer.from(page.toString().replace('</head>', () => `${element}</head>`));
}

/** The main window's. */
const mainPage = '/index.html';

async function fromFolder(folder: string, url: URL, takeScreen: TakeScreen): Promise<Page> {
  const path = pathIn(url);
  if (path === undefined) return missing;
  const file = normalize(join(folder, path));
  if (!file.startsWith(folder + sep)) return missing;
  try {
    const found = await readFile(file);
    const body = path === mainPage ? withScreen(found, takeScreen()) : found;
    return { status: 200, headers: headersFor(path, false), body };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (notThere.has(code ?? '')) return missing;
    throw error;
  }
}

async function fromDevelopmentServer(server: string, path: string, query: string): Promise<Page> {
  // Loaded here, because nobody but a developer needs it.
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    const request = get(`${server}${path}${query}`, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 500,
          headers: {
            ...headersFor(path, true),
            'Content-Type': response.headers['content-type'] ?? 'text/plain',
          },
          body: Buffer.concat(chunks),
        });
      });
    });
    request.on('error', reject);
  });
}

/** Where the pages come from: a folder, or in development the address of electron-vite's server. */
export type PageSource = { folder: string } | { developmentServer: string };

/** A picture that is held already; `undefined` for an id that is not known. Must not fetch. */
export type HeldPicture = (id: string) => Promise<{ type: string; bytes: Buffer } | undefined>;

const pictureFolder = '/picture/';

async function pictureOf(url: URL, held: HeldPicture): Promise<Page> {
  const picture = await held(url.pathname.slice(pictureFolder.length));
  if (!picture) return missing;
  return {
    status: 200,
    headers: {
      'Content-Type': picture.type,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // The id changes with the picture.
      'Cache-Control': forever,
    },
    body: picture.bytes,
  };
}

/** Serves the pages, and the pictures that are held, to the windows of a session. */
export function serveOwnPages(
  session: Session,
  source: PageSource,
  held: HeldPicture,
  takeScreen: TakeScreen,
): void {
  async function page(address: string): Promise<Page> {
    const url = new URL(address);
    if (url.host !== 'foyer') return missing;
    if (url.pathname.startsWith(pictureFolder)) return pictureOf(url, held);
    return 'folder' in source
      ? fromFolder(source.folder, url, takeScreen)
      : fromDevelopmentServer(source.developmentServer, url.pathname, url.search);
  }

  async function answer(url: string, hand: (response: ProtocolResponse) => void): Promise<void> {
    const { status, headers, body } = await page(url);
    const [type] = (headers['Content-Type'] ?? '').split(';');
    hand({ statusCode: status, headers, data: body, ...(type ? { mimeType: type } : {}) });
  }

  // `handle` needs `Request` and `Response`, which take 60 ms to load before there is any page.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- for that, and Electron 45 has it
  session.protocol.registerBufferProtocol('app', ({ url }, hand) => {
    answer(url, hand).catch(() => hand({ error: netFailed }));
  });
}
