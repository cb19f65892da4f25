/** All that is fetched for menus, dialogs and toasts, as one file: see `layers.ts`. */
export { toast as sonner } from 'svelte-sonner';
export { default as DialogLayer } from './DialogLayer.svelte';
export { default as MenuLayer } from './MenuLayer.svelte';
export { default as ToastLayer } from './ToastLayer.svelte';
export { default as ToastMessage } from './ToastMessage.svelte';
