/** The argument with which the harness leaves out what the product tells Chromium at its start. */
export const asChromiumIs = '--as-chromium-is';
