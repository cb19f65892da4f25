/** `npm run practice-service`: the practice service alone, without the app. */
import { parseArgs } from './practice-arguments';
import { createPracticeService } from './practice';

async function run(): Promise<void> {
  const asked = parseArgs(process.argv.slice(2));
  if ('text' in asked) {
    (asked.isWrong ? process.stderr : process.stdout).write(`${asked.text}\n`);
    process.exitCode = asked.isWrong ? 2 : 0;
    return;
  }
  const service = createPracticeService({ port: asked.port, token: asked.token });
  const place = await service.start();
  if (asked.real) service.beLikeARealService();
  process.stdout.write(`Address  ${place.baseAddress}\nToken    ${place.token}\n`);
  process.stdout.write(
    `It listens until you press Ctrl+C. Requests: ${place.origin}/practice/received\n`,
  );
  const stop = () => {
    service.stop().catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

run().catch((error: unknown) => {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(
    isTaken ? 'This port is taken. Choose another with --port.\n' : `${String(error)}\n`,
  );
  process.exitCode = 1;
});
