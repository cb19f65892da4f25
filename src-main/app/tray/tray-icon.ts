/**
 * The file of the tray's icon: macOS takes a shape and colours it, Windows looks in an ICO for the size
 * of its scale, Linux takes a picture.
 */
export function trayIconFile(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'trayTemplate.png';
  return platform === 'win32' ? 'tray.ico' : 'tray.png';
}
