/** A slow disk: what is asked for is read only when the test lets it. */
import { onTestFinished, vi, type Mock } from 'vitest';
import type { Library } from '../../library/library';
import { StateFile } from '../state-file';

/** Holds the next reading of a theme until `goOn` is called; `reading` is the call that is held. */
export function holdNextReading(library: Library): { goOn: () => void; reading: Mock } {
  const saved = library.saved.bind(library);
  let goOn = (): void => undefined;
  const slow = new Promise<void>((resolve) => (goOn = resolve));
  const reading = vi.spyOn(library, 'saved').mockImplementationOnce(async (id) => {
    await slow;
    return saved(id);
  });
  return { goOn, reading };
}

/** Holds the next reading of the outbox's state in the same way. */
export function holdState(): { goOn: () => void; reading: Mock } {
  const real = Object.getOwnPropertyDescriptor(StateFile.prototype, 'read')
    ?.value as StateFile['read'];
  let goOn = (): void => undefined;
  const slow = new Promise<void>((resolve) => (goOn = resolve));
  const reading = vi.spyOn(StateFile.prototype, 'read').mockImplementationOnce(async function (
    this: StateFile,
  ) {
    await slow;
    return real.call(this);
  });
  onTestFinished(() => {
    reading.mockRestore();
  });
  return { goOn, reading };
}
