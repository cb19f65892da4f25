// `npm run bench`: every row; `npm run bench -- NAME`: one. A row that misses its goal is told, and
// ends the command with 1.
import { bridge } from './bridge/bridge.mjs';
import { curves } from './curves/curves.mjs';
import { library } from './library/library.mjs';
import { memory } from './memory.mjs';
import { outbox } from './outbox/outbox.mjs';
import { cli } from './previews/cli.mjs';
import { launcher } from './previews/launcher.mjs';
import { preview } from './previews/preview.mjs';
import { size } from './size.mjs';
import { startup } from './startup.mjs';
import { lines } from './statistics.mjs';
import { studio } from './studio.mjs';

const rows = {
  startup,
  memory,
  launcher,
  preview,
  cli,
  studio,
  library,
  outbox,
  bridge,
  size,
  curves,
};

// `--trace` is the row's own.
const asked = process.argv.slice(2).filter((word) => word !== '--trace');
const unknown = asked.filter((name) => !(name in rows));
if (unknown.length > 0) {
  console.error(
    `There is no row ${unknown.join(', ')}; there are ${Object.keys(rows).join(', ')}.`,
  );
  process.exit(2);
}
let missed = 0;
for (const name of asked.length > 0 ? asked : Object.keys(rows)) {
  console.log(`\n${name} …`);
  if (!(await rows[name]())) missed += 1;
}
console.log(`\n${lines.join('\n')}`);
process.exit(missed === 0 ? 0 : 1);
