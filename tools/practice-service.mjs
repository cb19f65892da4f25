// `npm run practice-service`: the embedded service on its own, in plain Node.
import { join } from 'node:path';
import { build } from './build.mjs';
import { root, runCommand, runNode } from './running.mjs';
import { setUp } from './set-up.mjs';

await runCommand(async () => {
  await setUp();
  await build();
  const program = join(root, 'out', 'main', 'practice-service.cjs');
  return (await runNode([program, ...process.argv.slice(2)])).code;
});
