/** What the page was handed with itself: the window as it was last seen, until main has answered. */
import type { FirstScreen } from '@shared/first-screen';
import { firstScreenElement } from '@shared/first-screen-element';

/** Takes it, once; `undefined` where main had none that it believed. */
export function takeFirstScreen(): FirstScreen | undefined {
  const element = document.getElementById(firstScreenElement);
  if (element === null) return undefined;
  element.remove();
  // Main wrote it, and has looked whether it is whole (src-main/app/windows/first-screen-file.ts).
  return JSON.parse(element.textContent) as FirstScreen;
}
