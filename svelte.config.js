import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/**
 * bits-ui's list writes a style into its HTML, which our policy refuses and the console then shows.
 * Set from the outside it is allowed.
 */
const stylesFromOutside = {
  name: 'styles-from-outside',
  markup: ({ content, filename }) =>
    filename?.includes('/bits-ui/')
      ? { code: content.replaceAll('style="display: contents;"', 'style:display="contents"') }
      : undefined,
};

export default {
  preprocess: [stylesFromOutside, vitePreprocess({ style: false })],
  compilerOptions: { runes: true },
};
