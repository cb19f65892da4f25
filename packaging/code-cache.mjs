// What V8 makes of main's code, for the package to begin with (decision 0021): the staged app carries
// out one preview, at a service of our own, and what it compiled for that is written beside the code.
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { bundleProgram } from '../tools/bundle-program.mjs';
import { withDisplay } from '../tools/desktop-session.mjs';
import { sandboxSwitches } from '../tools/electron-runtime.mjs';
import { run, ToolError } from '../tools/running.mjs';

/** No run is so long; one that is has met something that waits for a person. */
const longestRunMs = 60_000;

/**
 * @param {object} options
 * @param {string} options.staged the folder of stage.mjs
 * @param {string} options.work emptied first, and removed
 * @param {{ path: string }} options.runtime the one that is packed: another's cache would be refused
 */
export async function makeCodeCache({ staged, work, runtime }) {
  rmSync(work, { recursive: true, force: true });
  const profile = join(work, 'profile');
  mkdirSync(profile, { recursive: true });
  const service = createServer((request, response) => {
    request.resume();
    response.setHeader('Content-Type', 'application/json');
    response.end('{"message":"success"}');
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  // Also where there is one, a start must not show itself in it.
  const display = await withDisplay();
  try {
    writeProfile(profile, `http://127.0.0.1:${String(service.address().port)}/v1`);
    const recorder = await bundleProgram(
      new URL('../src-main/code-cache/recorder.ts', import.meta.url),
      work,
    );
    const places = [`--profile=${profile}`, `--library=${join(work, 'library')}`];
    const { code, output } = await run(
      runtime.path,
      [...sandboxSwitches(), '-r', recorder, staged, ...places, 'preview', 'Packed'],
      {
        quiet: true,
        timeLimit: longestRunMs,
        env: { ...display.env, ELECTRON_RUN_AS_NODE: undefined },
      },
    );
    if (code !== 0 || !existsSync(join(staged, 'out', 'main', 'launch.cjs.cache'))) {
      throw new ToolError(`The app made no code cache; it said: ${output.trim()}`);
    }
  } finally {
    await display.stop();
    service.close();
    service.closeAllConnections();
    rmSync(work, { recursive: true, force: true });
  }
}

/** A connection without a token: no keychain is asked. */
function writeProfile(folder, baseAddress) {
  const documents = {
    connections: {
      connections: [
        {
          ...{ id: 'packed', label: 'Packed', baseAddress, workspaceId: 'packed' },
          ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'none' } },
          ...{ isPractice: false, keepsClientIds: 'unknown', hasTokenInKeychain: false },
        },
      ],
      currentId: 'packed',
    },
    previews: {
      history: [],
      shortcuts: [
        {
          ...{ id: '01a2015e-3386-77d8-bae6-44f1f16ab827', name: 'Packed', connectionId: 'packed' },
          ...{ botId: 'packed', to: '+441632960001', startGroupId: '', lastAt: null },
        },
      ],
      recipients: {},
      drafts: {},
    },
  };
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ format: 1, ...document }));
  }
}
