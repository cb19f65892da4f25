/** Something done while text is typed, by what takes the focus from no field: an item of the system's menu, or a key. */
import { tick } from 'svelte';
import { focused, isTextField } from './keys';

/**
 * Does it with the text field left, as a button that is clicked does: what is typed there goes along. After that it is
 * typed on.
 */
export function outOfField(run: () => void): void {
  const field = focused();
  if (!(field instanceof HTMLElement && isTextField(field))) return run();
  field.blur();
  const goOn = (): void => {
    // Where the field is there still, and nothing else has taken the focus.
    if (field.isConnected && focused() === document.body) field.focus({ preventScroll: true });
  };
  // A card's name is given a moment after its field is left.
  queueMicrotask(() => {
    run();
    void tick().then(goOn);
  });
}
