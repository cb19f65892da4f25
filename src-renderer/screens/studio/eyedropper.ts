/** The system's eyedropper, which takes a colour from anywhere on the screen. */
import { colourAsHex } from '@shared/theme/colour';

interface EyeDropper {
  open(): Promise<{ sRGBHex: string }>;
}

/** Takes a colour as hex; `null` when the person thought better of it. Rejects where it can't look. */
export type PickFromScreen = () => Promise<string | null>;

/** `undefined` where the system has none. */
export function eyedropper(): PickFromScreen | undefined {
  const { EyeDropper } = globalThis as { EyeDropper?: new () => EyeDropper };
  if (!EyeDropper) return undefined;
  return async () => {
    try {
      const { sRGBHex } = await new EyeDropper().open();
      return colourAsHex(sRGBHex) ?? null;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      throw error;
    }
  };
}
