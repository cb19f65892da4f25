/**
 * A terminal that hands a command over, as `launch.ts` has it: `node terminal-program.cjs PROFILE`. It says
 * under which id it can be taken, and at its end how it ended; Ctrl C breaks it off.
 */
import { openCliRequest } from '../cli-handoff';

const request = openCliRequest(process.argv[2] ?? '');
process.on('SIGINT', () => request.breakOff());
process.stdout.write(`${request.id}\n`);
void request.end().then((ended) => {
  process.stdout.write(`${JSON.stringify(ended)}\n`, () => process.exit());
});
