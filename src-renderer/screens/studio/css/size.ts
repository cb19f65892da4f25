/** How much room the editor of custom CSS takes: that of its section, half of the window, or all. */
export type CssSize = 'section' | 'half' | 'whole';
