/** The present time for what is shown relative to it: read in a template, it ticks by itself. */
import { createSubscriber } from 'svelte/reactivity';

const every = 30_000;
const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, every);
  return () => clearInterval(timer);
});

/** Milliseconds since 1970; whoever reads it while drawing is drawn again every half minute. */
export function now(): number {
  subscribe();
  return Date.now();
}
