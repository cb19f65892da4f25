/** Why a theme can't be sent as it is, whatever its service says: Activity has nothing of that. */
import type { Problem } from '@shared/problem';
import { saveThemeTemplateRequest, type ServicePlace } from '@shared/service/operations';
import { largestBody } from '@shared/theme/compatibility';
import type { ConnectionLookup } from './connection-lookup';
import { itemKey, type Content, type Item } from './outbox-item';
import type { OutboxConnection } from './outbox-types';
import { problemOfError } from './problem-of-error';
import type { RuntimeStates } from './runtime-state';

/** Finds out again why something was refused here in an earlier run: only memory knew. */
export function findLocalRefusal<C extends OutboxConnection>(
  item: Item,
  { connections, runtime }: { connections: ConnectionLookup<C>; runtime: RuntimeStates },
): void {
  const { request } = item;
  const state = runtime.of(itemKey(item));
  if (!request?.isRefused || (state.outcome ?? state.problem) !== undefined) return;
  const connection = connections.find(request.connectionId);
  state.problem = connection && localRefusal(connection, request);
}

function localRefusal(place: ServicePlace, { name, theme }: Content): Problem | undefined {
  try {
    const { body } = saveThemeTemplateRequest(place, { templateId: 'any', name, theme });
    const bytes = Buffer.byteLength(body);
    if (bytes <= largestBody) return undefined;
    return { code: 'bodyTooLarge', bytes, hasCustomCss: (theme.customCss ?? '').trim() !== '' };
  } catch (error) {
    return problemOfError(error);
  }
}
