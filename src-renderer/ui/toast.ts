/** Short news of what a person just did, for six seconds, with a way back. Never for errors. */
import { layers } from './layers';

/** How long it stays, milliseconds; longer while the pointer or the focus is on it. */
const duration = 6_000;

interface Revocable {
  id: number;
  takeBack: () => void;
}

let count = 0;
/** What can still be taken back, newest last. */
let revocable: readonly Revocable[] = [];

function forget(id: number): void {
  revocable = revocable.filter((one) => one.id !== id);
}

/** Shows a toast. `undo` puts a button there, and Ctrl Z does the same while it is shown. */
export function toast(text: string, options: { undo?: (() => void) | undefined } = {}): void {
  count += 1;
  const id = count;
  const { undo } = options;
  const takeBack =
    undo &&
    (() => {
      // Once: the toast may take a moment to go.
      if (!revocable.some((one) => one.id === id)) return;
      forget(id);
      layers.parts?.sonner.dismiss(id);
      undo();
    });
  if (takeBack) revocable = [...revocable, { id, takeBack }];
  void show(id, text, takeBack);
}

/** It never rejects. */
async function show(id: number, text: string, takeBack: (() => void) | undefined): Promise<void> {
  const parts = await layers.load();
  const isTakenBack = takeBack !== undefined && !revocable.some((one) => one.id === id);
  if (!parts || isTakenBack) return;
  parts.sonner.custom(parts.ToastMessage, {
    id,
    duration,
    componentProps: { text, undo: takeBack },
    onAutoClose: () => forget(id),
    onDismiss: () => forget(id),
  });
}

/** Takes back what the newest toast tells of; false when none that is shown can be taken back. */
export function undoLatestToast(): boolean {
  const latest = revocable.at(-1);
  if (!latest) return false;
  latest.takeBack();
  return true;
}
