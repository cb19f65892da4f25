/** Who hears of what happened in whom. The windows hear first. */
import { nativeTheme } from 'electron';
import type { Foundation } from './foundation';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';

/** What the rooms tell that are there at once. */
export function wireRooms(foundation: Foundation, rooms: Rooms, shell: Shell): void {
  const { emit } = foundation;
  const { activity, library, outbox, pictures, updates } = rooms;

  activity.onChange((entry) => emit('activity', 'changed', entry));
  library.onDone((action) => activity.note(action));
  rooms.connectionActions.add((action) => activity.note(action));
  activity.onDropped((dropped) => emit('activity', 'dropped', dropped));

  rooms.proxyChanged.add((question) => emit('proxy', 'changed', question));

  rooms.connectionsChanged.add((snapshot) => {
    emit('connections', 'changed', snapshot);
    library.connectionsChanged();
    outbox.connectionsChanged();
  });
  rooms.connectionAccessChanged.add((id, isPresentedAnew) => {
    if (isPresentedAnew) outbox.tokenReplaced(id);
    else outbox.reachedOtherwise(id);
  });
  rooms.connectionRemoved.add((id) => outbox.connectionRemoved(id));

  library.onChange((change) => {
    emit('library', 'changed', change);
    outbox.themesChanged(change.upserted.map(({ id }) => id));
  });
  library.onThemeChange((theme) => emit('library', 'themeChanged', theme));
  library.onProgress((progress) => emit('library', 'progress', progress));
  library.onVersionsChange((id) => emit('library', 'versionsChanged', { id }));
  foundation.onPreferencesRead(() => {
    // Where the library is could not be known before.
    if (shell.isOpen()) void library.rescan();
  });

  pictures.onChange((picture) => emit('pictures', 'changed', picture));
  pictures.onCleared(() => emit('pictures', 'cleared', {}));

  rooms.outboxChanged.add((snapshot) => {
    emit('outbox', 'changed', snapshot);
    shell.launcher.outboxChanged(snapshot);
  });
  rooms.outboxAnswered.add((answered) => emit('outbox', 'answered', answered));

  updates.onChange((state) => emit('updates', 'changed', state));
  foundation.onPreferencesRead(() => updates.keptRead());
}

/** What the rooms tell that read the disk first, and what the windows are told from then on. */
export function wireStoredRooms(
  foundation: Foundation,
  rooms: Rooms & StoredRooms,
  shell: Shell,
): void {
  const { emit, preferences, windowPreferences } = foundation;
  const { activity, previews, billing, domains } = rooms;

  rooms.transferActions.add((action) => activity.note(action));

  previews.onChange((state) => {
    emit('previews', 'changed', state);
    shell.launcher.update();
  });
  rooms.connectionsChanged.add(() => previews.connectionsChanged());
  // Without any window it is told in the terminal.
  previews.onEnd((run, from) => {
    if (shell.isOpen()) shell.launcher.previewEnds.ended(run, from);
  });
  previews.onRefusal((problem, from) => {
    if (shell.isOpen()) shell.launcher.previewEnds.refused(problem, from);
  });
  billing.onChange((state) => emit('billing', 'changed', state));
  domains.onChange((state) => emit('domains', 'changed', state));

  windowPreferences.onLocale(() => {
    shell.buildMenu();
    shell.launcher.update();
  });
  foundation.onPreferencesRead(() => {
    nativeTheme.themeSource = preferences.get('appearance');
    // Nothing is set: the windows hear of what is there.
    windowPreferences.set({});
    shell.launcher.preferencesRead();
  });
}
