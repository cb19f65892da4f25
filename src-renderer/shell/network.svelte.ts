/** Whether the system says that there is a network. A hint: a request may still go either way. */
import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  return () => {
    window.removeEventListener('online', update);
    window.removeEventListener('offline', update);
  };
});

/** Read in a template, it follows the system. */
export function isOnline(): boolean {
  subscribe();
  return navigator.onLine;
}
