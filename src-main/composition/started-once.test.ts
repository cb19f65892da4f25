import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createPracticeService } from '../practice/practice';
import { startedOnce } from './started-once';

it('starts the practice service again after its start failed, and then once', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const service = createPracticeService({ port });
  const start = startedOnce(() => service.start());
  await expect(Promise.all([start(), start()])).rejects.toMatchObject({ code: 'EADDRINUSE' });
  other.close();
  await once(other, 'close');
  const endpoint = await start();
  expect(endpoint.port).toBe(port);
  expect(await start()).toBe(endpoint);
  await service.stop();
});
