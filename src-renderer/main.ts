/** The window's start: style sheets, the app, and a last net for errors that nobody caught. */
import { mount } from 'svelte';
import App from './App.svelte';
import { keepUndoInField } from './shell/undo-in-field';
import { report } from './ui/report';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/forced-colors.css';
import './ui/chip.css';
import './ui/text-field.css';

window.addEventListener('unhandledrejection', (event) => report(event.reason));
// A file dropped beside a field must not take the window away from the app.
for (const type of ['dragover', 'drop']) {
  window.addEventListener(type, (event) => event.preventDefault());
}
keepUndoInField();

performance.mark('page-begun');
const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app.');
mount(App, { target });
performance.mark('page-mounted');
