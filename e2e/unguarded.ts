/** What the controls of the tests of Foyer's cut-off windows need: the same without its guards. */
import type { ElectronApplication, Page } from '@playwright/test';

/** Opens a window with a session of its own, which nobody has cut off, and runs a script in it. */
export async function inUnguardedWindow(
  app: ElectronApplication,
  html: string,
  script: string,
): Promise<unknown> {
  return app.evaluate(
    async ({ BrowserWindow, session }, { html, script }) => {
      const window = new BrowserWindow({
        webPreferences: { session: session.fromPartition('control') },
      });
      await window.loadURL(`data:text/html,${encodeURIComponent(html)}`);
      return (await window.webContents.executeJavaScript(script)) as unknown;
    },
    { html, script },
  );
}

/** Takes the content security policy away from the page, so that only the session is in the way. */
export async function withoutPolicy(window: Page): Promise<void> {
  const protocol = await window.context().newCDPSession(window);
  await protocol.send('Page.setBypassCSP', { enabled: true });
  await window.reload();
  await window.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Begins to write down what the whole app's network stack does. */
export const startNetLog = (app: ElectronApplication, path: string) =>
  app.evaluate(({ session }, path) => session.defaultSession.netLog.startLogging(path), path);

export const stopNetLog = (app: ElectronApplication) =>
  app.evaluate(({ session }) => session.defaultSession.netLog.stopLogging());
