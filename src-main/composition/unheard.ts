/** Why something was not sent, where the window from which it was sent was closed before that was known. */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { NameIn } from '@shared/bridge/contract';
import { notifyOfProblem, type MainWindowKeeper, type WindowServices } from '../app/app';
import type { Foundation } from './foundation';

/**
 * What a person hands over and what may wait then, for its turn or for a locked keychain. What has left is
 * on its screen and in Activity; of what has not, its form alone would say why.
 */
const handedOver: ReadonlySet<unknown> = new Set<NameIn<FoyerCalls>>([
  'previews.start',
  'billing.send',
  'domains.create',
]);

/** Tells of an answer that the page which asked for it can't hear any more. */
export function createUnheard(
  { emit }: Pick<Foundation, 'emit'>,
  mainWindow: Pick<MainWindowKeeper, 'isVisible'>,
  show: () => void,
): WindowServices['unheard'] {
  return (name, answer, isOfMain) => {
    // What the launcher sends is told of elsewhere (`preview-ends.ts`).
    if (answer.ok || !isOfMain || !handedOver.has(name)) return;
    // The window was opened again, and its new page knows nothing of what the one before had sent.
    if (mainWindow.isVisible()) emit('app', 'trouble', answer.problem);
    // Of previews that is told wherever they were started (`preview-ends.ts`).
    else if (name !== 'previews.start') notifyOfProblem(answer.problem, show);
  };
}
