/**
 * What a button does at a click, for `onclick`, and not at the second click of a double click: by then something else
 * may be under the pointer, or the same is asked anew. A key counts no clicks. Without `act` it is for a button
 * that sends its form.
 */
export function firstClick(act?: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail > 1) event.preventDefault();
    else act?.();
  };
}
