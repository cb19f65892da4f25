/** A slow disk: a theme that was asked for is read only when the test lets it. */
import { vi, type Mock } from 'vitest';
import type { Library } from '../../library/library';

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
