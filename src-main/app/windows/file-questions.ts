/** The system's dialogs that ask a person for files: the only place that paths come from. */
import { join } from 'node:path';
import { m } from '@shared/messages/messages';
import { app, dialog, type BrowserWindow } from 'electron';

const titles = {
  import: () => m.transfer_dialog_import(),
  restore: () => m.transfer_dialog_restore(),
  export: () => m.transfer_dialog_export(),
  backup: () => m.transfer_dialog_backup(),
};

/** What is read; bots come as JSON, and so did what older versions exported. */
const readable = () => ({ name: m.transfer_dialog_files(), extensions: ['foyer', 'json'] });
const own = () => ({ name: m.transfer_dialog_own_files(), extensions: ['foyer'] });

/** The dialogs, each over the window that there is then. */
export function createFileQuestions(window: () => BrowserWindow | undefined) {
  return {
    async open(what: 'import' | 'restore'): Promise<readonly string[]> {
      const options: Electron.OpenDialogOptions = {
        title: titles[what](),
        // A bot may have been saved under another ending.
        filters: [readable(), { name: m.transfer_dialog_all_files(), extensions: ['*'] }],
        properties: what === 'import' ? ['openFile', 'multiSelections'] : ['openFile'],
      };
      const over = window();
      const { canceled, filePaths } = await (over
        ? dialog.showOpenDialog(over, options)
        : dialog.showOpenDialog(options));
      return canceled ? [] : filePaths;
    },
    async save(what: 'export' | 'backup', fileName: string): Promise<string | undefined> {
      const options: Electron.SaveDialogOptions = {
        title: titles[what](),
        defaultPath: join(app.getPath('documents'), fileName),
        filters: [own()],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      };
      const over = window();
      const { canceled, filePath } = await (over
        ? dialog.showSaveDialog(over, options)
        : dialog.showSaveDialog(options));
      return canceled || !filePath ? undefined : filePath;
    },
  };
}
