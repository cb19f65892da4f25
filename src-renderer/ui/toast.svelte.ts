/** The toasts on screen. `toast.ts` is what screens use. */

export interface Toast {
  /** Tells equal texts apart. */
  id: number;
  text: string;
  undo?: (() => void) | undefined;
}

/** More than this are not read; the oldest makes room. */
const atMost = 3;

class Toasts {
  #list = $state.raw<readonly Toast[]>([]);
  #count = 0;

  /** Newest last. */
  get list(): readonly Toast[] {
    return this.#list;
  }

  add(text: string, undo: (() => void) | undefined): void {
    this.#count += 1;
    this.#list = [...this.#list, { id: this.#count, text, undo }].slice(-atMost);
  }

  dismiss(id: number): void {
    this.#list = this.#list.filter((toast) => toast.id !== id);
  }

  /** Takes back what a toast tells of, once. */
  undo(id: number): void {
    const toast = this.#list.find((one) => one.id === id);
    this.dismiss(id);
    toast?.undo?.();
  }
}

export const toasts = new Toasts();
