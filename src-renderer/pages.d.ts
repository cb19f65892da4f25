/** Pages that are part of the app, as the text that they are. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
