/** What downloading and installing an update takes of Electron. */
import { join } from 'node:path';
import { app, net, session } from 'electron';
import type { DownloadRequest, UpdateFeed, UpdaterHost } from '../../updates/updates';

/** A session of its own, in memory: no cookies, no cache, nothing of the services'. */
const partition = 'foyer-updates';

export function updateHost(
  feed: UpdateFeed,
  warn: (event: string, fields: Record<string, unknown>) => void,
): UpdaterHost {
  const appImage = process.platform === 'linux' ? process.env['APPIMAGE'] : undefined;
  const { platform } = process;
  return {
    version: app.getVersion(),
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    feed,
    folder: join(app.getPath('userData'), 'updates'),
    appImage,
    packagedSettings:
      platform === 'linux' ? undefined : join(process.resourcesPath, 'app-update.yml'),
    request(options, callback) {
      const request = net.request({
        ...options,
        session: session.fromPartition(partition, { cache: false }),
        credentials: 'omit',
      });
      request.on('response', callback as unknown as (response: Electron.IncomingMessage) => void);
      return request as unknown as DownloadRequest;
    },
    startAgain: () => app.relaunch(appImage === undefined ? {} : { execPath: appImage, args: [] }),
    quit: () => app.quit(),
    warn,
  };
}
