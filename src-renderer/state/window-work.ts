/** Work that the window does by itself. It ends with the window, so main is told of it, and asks before Foyer quits. */
import type { WindowWork } from '@shared/bridge/app';
import { bridge } from '../bridge';
import { report } from '../ui/report';

let underWay: readonly WindowWork[] = [];

function tell(): void {
  bridge.app.atWork({ work: [...new Set(underWay)] }).catch(report);
}

/** Does work of that kind, of which main knows until it has ended. */
export async function asWindowWork<Result>(
  kind: WindowWork,
  work: () => Promise<Result>,
): Promise<Result> {
  underWay = [...underWay, kind];
  tell();
  try {
    return await work();
  } finally {
    const at = underWay.indexOf(kind);
    underWay = underWay.filter((_, index) => index !== at);
    tell();
  }
}
