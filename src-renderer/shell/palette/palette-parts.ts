/** All that is fetched for the command palette, as one file. */
export { default as ConnectionCheckDialog } from './ConnectionCheckDialog.svelte';
export { default as CommandPalette } from './CommandPalette.svelte';
