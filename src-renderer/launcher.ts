/** The launcher's start: style sheets, the window's page, a last net for errors that nobody caught. */
import { mount } from 'svelte';
import LauncherPage from './launcher/LauncherPage.svelte';
import { report } from './ui/report';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/forced-colors.css';

window.addEventListener('unhandledrejection', (event) => report(event.reason));

const target = document.getElementById('launcher');
if (!target) throw new Error('launcher.html has no #launcher.');
mount(LauncherPage, { target });
