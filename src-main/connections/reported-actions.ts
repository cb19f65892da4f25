/** Tells what a person did with connections, once it is done; of tokens only that it was one. */
import type { LocalAction } from '@shared/activity';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { Connection } from '@shared/connection';
import { checkedConnectionInput } from './connection-input';

type ConnectionHandlers = Handlers<FoyerCalls>['connections'];

/** The handlers as they are before they tell: an edit says as well what came of it. */
export type UnreportedHandlers = Omit<ConnectionHandlers, 'edit'> & {
  edit(given: Parameters<ConnectionHandlers['edit']>[0]): Promise<{
    /** Something of it is another than before; of its token that is told apart. */
    readonly isOther: boolean;
    /** Whether the keychain is rid of what the edit leaves. */
    readonly isNoneLeft: Promise<boolean>;
  }>;
};

/**
 * The same handlers, which tell `done`. Nothing is waited for before they are called: what was asked
 * for first is done first.
 */
export function reportingActions(
  handlers: UnreportedHandlers,
  knownById: (id: string) => Connection | undefined,
  done: (action: LocalAction) => void,
): ConnectionHandlers {
  const hasToken = (id: string): boolean =>
    ['keychain', 'session'].includes(knownById(id)?.tokenState ?? '');
  function tell(kind: LocalAction['kind'], id: string, name = knownById(id)?.label): void {
    if (name !== undefined) done({ kind, touched: [{ id, name }] });
  }
  return {
    ...handlers,
    async add(given) {
      const added = await handlers.add(given);
      tell('connectionAdded', added.id);
      return added;
    },
    async edit(given) {
      const hadToken = hasToken(given.id);
      const { isOther, isNoneLeft } = await handlers.edit(given);
      if (isOther) tell('connectionEdited', given.id);
      const { input, token } = checkedConnectionInput(given.input, given.token);
      if (token !== undefined) tell('tokenReplaced', given.id);
      if (!hadToken || input.presentation.kind !== 'none') return;
      // Nobody waits for the keychain, and of what a locked one keeps, nothing is told.
      void isNoneLeft.then((isGone) => {
        if (isGone) tell('tokenRemoved', given.id);
      });
    },
    async replaceToken(given) {
      await handlers.replaceToken(given);
      tell('tokenReplaced', given.id);
    },
    async forgetToken(given) {
      await handlers.forgetToken(given);
      tell('tokenRemoved', given.id);
    },
    async remove(given) {
      const label = knownById(given.id)?.label;
      await handlers.remove(given);
      tell('connectionRemoved', given.id, label);
    },
  };
}
