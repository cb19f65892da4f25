import { extname } from 'node:path';
import { dialog, type BrowserWindow } from 'electron';
import { writeDurably } from '../../storage/storage';

/**
 * Asks where to and writes a text there; resolves with the path, or `null` when the person closed the
 * question. @throws StorageError; what was there is whole then
 */
export async function saveTextFile(
  over: BrowserWindow | undefined,
  name: string,
  text: string,
): Promise<string | null> {
  const extension = extname(name).slice(1);
  const options: Electron.SaveDialogOptions = {
    defaultPath: name,
    filters: [{ name: extension, extensions: [extension] }],
    // On Linux no dialog asks of itself before a file is replaced.
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  };
  const { canceled, filePath } = over
    ? await dialog.showSaveDialog(over, options)
    : await dialog.showSaveDialog(options);
  if (canceled || filePath === undefined || filePath === '') return null;
  await writeDurably(filePath, text, { mode: 0o600 });
  return filePath;
}
