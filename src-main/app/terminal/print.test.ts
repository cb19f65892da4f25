import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { print } from './print';

it('waits until a slow reader has taken everything', async () => {
  const order: string[] = [];
  const slow = new Writable({
    write(chunk: Buffer, _encoding, done) {
      setImmediate(() => {
        order.push(chunk.toString());
        done();
      });
    },
  });
  await print({ out: 'the list', err: '' }, { stdout: slow, stderr: new PassThrough() });
  order.push('end');
  expect(order).toEqual(['the list', 'end']);
});

it('ends where nobody reads any more', async () => {
  const gone = new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    },
  });
  await expect(
    print({ out: 'the list', err: '' }, { stdout: gone, stderr: new PassThrough() }),
  ).resolves.toBeUndefined();
});
