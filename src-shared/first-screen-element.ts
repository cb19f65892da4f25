/** How a page is handed its `FirstScreen`; apart from its schema, which no window carries. */

/** The id of the element that holds it as JSON. */
export const firstScreenElement = 'first-screen';

/** More cards than any screen shows at once. */
export const mostFirstThemes = 40;
