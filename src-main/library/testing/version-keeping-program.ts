/**
 * A program for the kill test: keeps versions of one theme without end, and says on its standard
 * output `asked N` before and `kept N` after each. `node version-keeping-program.cjs PROFILE`
 */
import { writeSync } from 'node:fs';
import { newTheme } from '@shared/theme/theme';
import { History } from '../history/history';

const [profile = ''] = process.argv.slice(2);

async function keep(): Promise<void> {
  const history = new History(profile, () => undefined);
  const { versions } = await history.list('theme');
  for (let number = (versions[0]?.version ?? 0) + 1; ; number += 1) {
    // Long enough that a write takes a while.
    const customCss = `/* ${String(number)} */`.repeat(5_000);
    writeSync(1, `asked ${String(number)}\n`);
    await history.keep('theme', {
      content: { name: String(number), theme: { ...newTheme(), customCss } },
      reason: 'paused',
      at: new Date().toISOString(),
    });
    writeSync(1, `kept ${String(number)}\n`);
  }
}

keep().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exit(1);
});
