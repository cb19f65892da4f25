/** The room of previews for tests, on a service that accepts what it is sent. */
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder';
import { createPreviews, type PreviewsOptions, type PreviewsRoom } from '../previews';

/** Opens it, in a folder of its own if it isn't given one; it ends with the test. */
export async function previewsFixture(
  options: Pick<PreviewsOptions, 'connectionById'> & Partial<PreviewsOptions>,
): Promise<PreviewsRoom> {
  const room = await createPreviews({
    folder: options.folder ?? (await temporaryFolder()),
    warn: () => undefined,
    async send(_connection, _request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      return { activityId, outcome: { kind: 'accepted', status: 200 }, body: {} };
    },
    connectionAt: () => undefined,
    ...options,
  });
  onTestFinished(() => room.close());
  return room;
}
