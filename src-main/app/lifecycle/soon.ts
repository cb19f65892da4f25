/** Waits for what other programs bring in their own time. */

/** At login the panel with the tray may come after Foyer: so often it is looked for, and so long apart. */
const tries = 20;
const apartMs = 500;

/** Whether something is so now, or will be in the next ten seconds. */
export async function soon(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let left = tries; left > 1; left -= 1) {
    if (await isSo()) return true;
    await new Promise((done) => setTimeout(done, apartMs));
  }
  return isSo();
}
