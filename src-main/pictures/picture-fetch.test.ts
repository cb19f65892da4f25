import { request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectControlToFail } from '../testing/fault-tally';
import { PictureError, usualPictureLimits } from './picture-address';
import { fetchPicture } from './picture-fetch';
import { isPublicAddress } from './public-address';
import { onePng, startTrialWeb, trialAddress, type TrialWeb } from './trial-web';

const png = onePng(4, 3, [28, 93, 128]);
let web: TrialWeb;
beforeEach(async () => {
  web = await startTrialWeb();
  web.answers.set('/a.png', (response) => response.end(png));
});
afterEach(() => web.stop());

const get = (address: string, limits: Partial<typeof usualPictureLimits> = {}) =>
  fetchPicture(address, web.network, { ...usualPictureLimits, ...limits });

async function failureOf(asked: Promise<unknown>) {
  const error: unknown = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(PictureError);
  return (error as PictureError).failure;
}

function redirects(path: string, target: string, status = 302): void {
  web.answers.set(path, (response) => response.writeHead(status, { Location: target }).end());
}

describe('fetchPicture', () => {
  it('brings a picture, and tells nothing about this computer', async () => {
    expect(await get('https://pictures.example/a.png')).toEqual({ kind: 'png', bytes: png });
    expect(web.dialled).toEqual([trialAddress]);
    const { headers } = web.requests[0] as { headers: object };
    expect(Object.keys(headers).sort()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].sort(),
    );
    expect(headers).toMatchObject({ host: 'pictures.example', 'user-agent': 'Foyer' });
  });

  it('knows a picture by its bytes, not by what its server says', async () => {
    web.answers.set('/x', (response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(png),
    );
    expect(await get('https://pictures.example/x')).toMatchObject({ kind: 'png' });
    web.answers.set('/y', (response) =>
      response.writeHead(200, { 'Content-Type': 'image/png' }).end('<p>Hello'),
    );
    expect(await failureOf(get('https://pictures.example/y'))).toEqual({ reason: 'notAPicture' });
    web.answers.set('/z', (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect(await failureOf(get('https://pictures.example/z'))).toEqual({ reason: 'svg' });
  });

  it.each([
    ['', 'notAnAddress'],
    ['pictures.example/a.png', 'notAnAddress'],
    ['//pictures.example/a.png', 'notAnAddress'],
    ['https://me:secret@pictures.example/a.png', 'notAnAddress'],
    ['http://pictures.example/a.png', 'notHttps'],
    ['ftp://pictures.example/a.png', 'notHttps'],
    ['file:///etc/passwd', 'notHttps'],
    ['data:image/png;base64,AAAA', 'notHttps'],
    ['app://foyer/index.html', 'notHttps'],
    ['https://localhost/a.png', 'privateAddress'],
    ['https://localhost./a.png', 'privateAddress'],
    ['https://x.localhost/a.png', 'privateAddress'],
    ['https://printer.local/a.png', 'privateAddress'],
    ['https://metadata.google.internal/a.png', 'privateAddress'],
    ['https://intranet/a.png', 'privateAddress'],
    ['https://127.0.0.1/a.png', 'privateAddress'],
    ['https://127.1/a.png', 'privateAddress'],
    ['https://2130706433/a.png', 'privateAddress'],
    ['https://0x7f000001/a.png', 'privateAddress'],
    ['https://0177.0.0.1/a.png', 'privateAddress'],
    ['https://169.254.169.254/latest/meta-data', 'privateAddress'],
    ['https://[::1]/a.png', 'privateAddress'],
    ['https://[::ffff:127.0.0.1]/a.png', 'privateAddress'],
    ['https://[fd00:ec2::254]/a.png', 'privateAddress'],
  ])('refuses %s without asking anybody: %s', async (address, reason) => {
    expect(await failureOf(get(address))).toEqual({ reason });
    expect(web.lookups).toEqual([]);
    expect(web.dialled).toEqual([]);
  });

  it.each([
    [['10.0.0.1']],
    [['::1']],
    [['169.254.169.254']],
    [[trialAddress, '192.168.1.1']],
    [[trialAddress, '::ffff:10.0.0.1']],
  ])('dials nobody when a name leads to %j', async (addresses) => {
    web.names.set('elsewhere.example', addresses);
    expect(await failureOf(get('https://elsewhere.example/a.png'))).toEqual({
      reason: 'privateAddress',
    });
    expect(web.dialled).toEqual([]);
  });

  it('dials the address that it looked at, though the name leads elsewhere a moment later', async () => {
    const { network } = web;
    const lookup = async (host: string) => {
      const found = await network.lookup(host);
      web.names.set(host, ['127.0.0.1']);
      return found;
    };
    const first = fetchPicture('https://pictures.example/a.png', { ...network, lookup });
    expect(await first).toMatchObject({ kind: 'png' });
    expect(web.lookups).toEqual(['pictures.example']);
    expect(web.dialled).toEqual([trialAddress]);
    expect(await failureOf(get('https://pictures.example/a.png'))).toEqual({
      reason: 'privateAddress',
    });
  });

  it('tries the next address when one can’t be reached', async () => {
    web.names.set('pictures.example', ['2606:2800:220:1::1', '1.1.1.1', trialAddress]);
    expect(await get('https://pictures.example/a.png')).toMatchObject({ kind: 'png' });
    expect(web.dialled).toEqual(['1.1.1.1', trialAddress]);
    web.names.set('pictures.example', ['1.1.1.1']);
    expect(await failureOf(get('https://pictures.example/a.png'))).toEqual({
      reason: 'notReached',
    });
  });

  it('tries the next address when one says nothing, the last one with all the time that is left', async () => {
    // The machine is down, or a firewall drops what is sent there.
    const silent = '93.184.216.35';
    const network: typeof web.network = {
      lookup: (host) => web.network.lookup(host),
      dial: (to) =>
        to.address === silent
          ? new Duplex({ read: () => undefined, write: () => undefined })
          : web.network.dial(to),
    };
    const limits = { ...usualPictureLimits, ms: 2_000 };
    const asked = () => fetchPicture('https://pictures.example/a.png', network, limits);
    web.names.set('pictures.example', [silent, trialAddress]);
    expect(await asked()).toMatchObject({ kind: 'png' });
    web.names.set('pictures.example', [silent]);
    expect(await failureOf(asked())).toEqual({ reason: 'tookTooLong' });
  });

  it('waits for a slow answer with all the time, also where there is another address', async () => {
    web.names.set('pictures.example', [trialAddress, '1.1.1.1']);
    web.answers.set('/silent', () => undefined);
    expect(await failureOf(get('https://pictures.example/silent', { ms: 2_000 }))).toEqual({
      reason: 'tookTooLong',
    });
    expect(web.dialled).toEqual([trialAddress]);
  });

  it('waits for a slow handshake with all the time, also where there is another address', async () => {
    // What a slow network looks like: the machine answers, and its certificate takes long to come.
    const server = createServer((socket) => socket.on('error', () => undefined).resume());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const dialled: string[] = [];
    const network: typeof web.network = {
      lookup: (host) => web.network.lookup(host),
      dial({ address, servername }) {
        dialled.push(address);
        return connect({ host: '127.0.0.1', port, servername });
      },
    };
    web.names.set('pictures.example', [trialAddress, '1.1.1.1']);
    const limits = { ...usualPictureLimits, ms: 2_000 };
    const asked = fetchPicture('https://pictures.example/a.png', network, limits);
    expect(await failureOf(asked)).toEqual({ reason: 'tookTooLong' });
    expect(dialled).toEqual([trialAddress]);
    await new Promise((closed) => server.close(closed));
  });

  it('follows a few redirects, each looked at anew', async () => {
    redirects('/1', 'https://elsewhere.example/2', 301);
    redirects('/2', '/3', 307);
    redirects('/3', '/a.png', 308);
    expect(await get('https://pictures.example/1')).toMatchObject({ kind: 'png' });
    expect(web.lookups).toEqual([
      ...['pictures.example', 'elsewhere.example', 'elsewhere.example', 'elsewhere.example'],
    ]);
    redirects('/0', '/1');
    expect(await failureOf(get('https://pictures.example/0'))).toEqual({
      reason: 'tooManyRedirects',
    });
  });

  it.each([
    ['http://pictures.example/a.png', 'notHttps'],
    ['https://127.0.0.1/a.png', 'privateAddress'],
    ['https://inside.example/a.png', 'privateAddress'],
    ['https://[::ffff:a9fe:a9fe]/', 'privateAddress'],
    ['file:///etc/passwd', 'notHttps'],
  ])('does not follow a redirect to %s: %s', async (target, reason) => {
    web.names.set('inside.example', ['192.168.0.1']);
    redirects('/1', target);
    expect(await failureOf(get('https://pictures.example/1'))).toEqual({ reason });
    expect(web.requests).toHaveLength(1);
    expect(web.dialled).toEqual([trialAddress]);
  });

  it('control: an ordinary client goes wherever a redirect leads', async () => {
    web.names.set('inside.example', ['192.168.0.1']);
    redirects('/1', 'https://inside.example/a.png');
    const ordinary = async (address: string): Promise<void> => {
      const { hostname, pathname } = new URL(address);
      const [found = ''] = await web.network.lookup(hostname);
      const socket = web.network.dial({ address: found, port: 443, servername: hostname });
      const answer = await new Promise<IncomingMessage | undefined>((resolve) => {
        socket.once('error', () => resolve(undefined));
        socket.once('secureConnect', () =>
          request({ createConnection: () => socket, headers: { host: hostname }, path: pathname })
            .once('response', resolve)
            .end(),
        );
      });
      answer?.resume();
      if (answer?.headers.location !== undefined) await ordinary(answer.headers.location);
    };
    await ordinary('https://pictures.example/1');
    expectControlToFail(
      'an ordinary client',
      web.dialled.filter((address) => !isPublicAddress(address)).length,
    );
  });

  it.each([
    [404, { reason: 'notFound' }],
    [410, { reason: 'notFound' }],
    [403, { reason: 'refused', status: 403 }],
    [500, { reason: 'refused', status: 500 }],
    [204, { reason: 'refused', status: 204 }],
    [304, { reason: 'refused', status: 304 }],
    [302, { reason: 'refused', status: 302 }],
  ])('says what %s means', async (status, failure) => {
    web.answers.set('/a.png', (response) => response.writeHead(status).end());
    expect(await failureOf(get('https://pictures.example/a.png'))).toEqual(failure);
  });

  it('stops at the size limit, told or not', async () => {
    web.answers.set('/told', (response) =>
      response.writeHead(200, { 'Content-Length': '5000' }).end(Buffer.alloc(5_000)),
    );
    expect(await failureOf(get('https://pictures.example/told', { bytes: 4_999 }))).toEqual({
      reason: 'tooLarge',
    });
    let isClosed: Promise<unknown> = Promise.resolve();
    web.answers.set('/endless', (response) => {
      isClosed = new Promise((closed) => response.on('close', closed));
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1_000)));
      };
      response.on('drain', more);
      more();
    });
    expect(await failureOf(get('https://pictures.example/endless', { bytes: 50_000 }))).toEqual({
      reason: 'tooLarge',
    });
    await isClosed;
  });

  it('refuses a small file that unpacks into too many pixels', async () => {
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    web.answers.set('/bomb', (response) => response.end(bomb));
    expect(await failureOf(get('https://pictures.example/bomb'))).toEqual({
      reason: 'tooManyPixels',
    });
  });

  it('gives up after its time, whatever holds it up', async () => {
    web.answers.set('/silent', () => undefined);
    web.answers.set('/slow', (response) => void response.write(png.subarray(0, 20)));
    for (const path of ['silent', 'slow']) {
      expect(await failureOf(get(`https://pictures.example/${path}`, { ms: 300 }))).toEqual({
        reason: 'tookTooLong',
      });
    }
    const lookup = () => new Promise<string[]>(() => undefined);
    const waiting = fetchPicture(
      'https://pictures.example/a.png',
      { ...web.network, lookup },
      { ...usualPictureLimits, ms: 50 },
    );
    expect(await failureOf(waiting)).toEqual({ reason: 'tookTooLong' });
  });

  it('says when a name is not known, a certificate not trusted, an answer cut off', async () => {
    web.isOnline = false;
    expect(await failureOf(get('https://pictures.example/a.png'))).toEqual({
      reason: 'nameNotFound',
    });
    web.isOnline = true;
    web.isTrusted = false;
    expect(await failureOf(get('https://pictures.example/a.png'))).toEqual({
      reason: 'certificate',
    });
    web.isTrusted = true;
    expect(await failureOf(get('https://not-its-name.example/a.png'))).toEqual({
      reason: 'certificate',
    });
    web.answers.set('/cut', (response) => {
      response.writeHead(200, { 'Content-Length': '5000' });
      response.write('GIF89a', () => response.destroy());
    });
    expect(await failureOf(get('https://pictures.example/cut'))).toEqual({ reason: 'notReached' });
  });

  it('keeps no cookie', async () => {
    web.answers.set('/a.png', (response) =>
      response.writeHead(200, { 'Set-Cookie': 'seen=yes' }).end(png),
    );
    await get('https://pictures.example/a.png');
    await get('https://pictures.example/a.png');
    expect(web.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });
});
