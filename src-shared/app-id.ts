import own from './app-id.json' with { type: 'json' };

/**
 * The one name by which systems know the program: macOS' bundle, Windows' task bar and notifications,
 * on Linux the desktop file's name. What a system keeps for a program it keeps under this.
 */
export const appId = own.id;
