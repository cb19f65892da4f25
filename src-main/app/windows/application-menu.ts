import { Menu } from 'electron';
import { menuTemplate, type MenuOptions } from './menu-template';

/** Puts the application menu in place, in the language in use. */
export function setMenu(options: Omit<MenuOptions, 'platform'>): void {
  const template = menuTemplate({ ...options, platform: process.platform });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
