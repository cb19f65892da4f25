/** The library's screen at work: which themes are shown and chosen, and what is done with them. */
import type { Component } from 'svelte';
import type { Connection } from '@shared/connection';
import type { ThemeSummary } from '@shared/library';
import { connections } from '../../state/connections.svelte';
import { favourites } from '../../state/favourites.svelte';
import { libraryView, type LibraryFilter } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { reportNotQueued } from '../../features/outbox/report-not-queued';
import { isPressed } from '../../ui/keys';
import { report } from '../../ui/report';
import { transfer } from '../../state/transfer.svelte';
import { chosenIds } from './chosen-ids';
import { foundThemes } from './meant-query';
import type { ListedNotQueued } from './publish-themes';
import { Renaming } from './renaming.svelte';
import { Selection } from './selection.svelte';
import { themesInOrder } from './library-order';
import { filterCounts, filteredThemes } from './shown-themes';
import { themeActions, type ThemeAction } from '../../features/themes/theme-action-table';
import {
  deleteThemes,
  duplicateThemes,
  openTheme,
  renameTheme,
  renameThemeLater,
  showThemeFile,
  starThemes,
} from '../../features/themes/theme-actions';

/** A dialog about one theme, loaded when it is first wanted. */
type ThemeDialog = Component<{ theme: ThemeSummary; onclose: () => void }>;

function themesOf(ids: readonly string[]): readonly ThemeSummary[] {
  if (ids.length === 0) return [];
  const wanted = chosenIds(ids);
  return library.seen.filter(({ id }) => wanted.has(id));
}

/** Themes that a dialog is about; one whose file is away for a moment, as it was. */
function asLastSeen(themes: readonly ThemeSummary[]): readonly ThemeSummary[] {
  const there = new Map(themesOf(themes.map(({ id }) => id)).map((theme) => [theme.id, theme]));
  return themes.map((theme) => there.get(theme.id) ?? theme);
}

/** Whether the theme's file is there; a sync program takes it away for a moment. */
export function isThere(themeId: string): boolean {
  return library.seen.some(({ id }) => id === themeId);
}

export class LibraryScreen {
  readonly selection = new Selection();
  /** What could not be put into the outbox, until it is read. */
  notQueued = $state.raw<readonly ListedNotQueued[]>([]);
  renaming = $state.raw<Renaming | null>(null);
  /** A name that was being typed when its theme's file went away; it waits for the file. */
  #waiting = $state.raw<Renaming | null>(null);
  /** The theme whose state on each connection is shown. */
  placesId = $state<string | null>(null);
  #toTag = $state.raw<readonly ThemeSummary[]>([]);
  #toPublish = $state.raw<readonly ThemeSummary[]>([]);
  /** The themes that are compared; of one, the other is still to be chosen. */
  compared = $state.raw<{ themeId: string; otherId?: string | undefined } | null>(null);
  #isLeft = false;
  #dialog = $state.raw<{ Dialog: ThemeDialog; theme: ThemeSummary } | null>(null);

  // In this order, so that a key in the search field sorts nothing.
  readonly sorted = $derived(themesInOrder());
  readonly #found = $derived(foundThemes(this.sorted, libraryView.query, libraryView.tag));
  /** What a search that finds nothing was taken for. */
  readonly meant = $derived(this.#found.meant);
  readonly found = $derived(this.#found.themes);
  readonly counts = $derived<Readonly<Record<LibraryFilter, number>>>({
    ...filterCounts(this.found, favourites.ids),
    // The first screenful is not all of them.
    ...(libraryView.isNarrowed ? {} : library.firstCounts),
  });
  readonly shown = $derived(filteredThemes(this.found, libraryView.filter, favourites.ids));
  // What is hidden by a search is never acted on, though it is chosen again when it comes back.
  readonly chosen = $derived(
    this.selection.isEmpty ? [] : this.shown.filter((theme) => this.selection.has(theme.id)),
  );
  /** The card that has the keyboard, or had it last, where it is shown. */
  readonly active = $derived(this.shown.find(({ id }) => id === libraryView.activeId));
  /** Whether the theme is back that a name waits for. */
  readonly isWaitOver = $derived(this.#waiting !== null && isThere(this.#waiting.id));
  /** The themes whose tags are being edited. */
  readonly tagged = $derived(asLastSeen(this.#toTag));
  /** The themes for which connections are being chosen. */
  readonly toPublish = $derived(asLastSeen(this.#toPublish));
  /** The dialog that is open, with its theme; one whose file is away for a moment, as it was. */
  readonly dialog = $derived.by(() => {
    if (!this.#dialog) return null;
    const { Dialog, theme } = this.#dialog;
    return { Dialog, theme: library.seen.find(({ id }) => id === theme.id) ?? theme };
  });

  /** The screen is no longer shown: what comes later is said above the next one. */
  leave(): void {
    this.#isLeft = true;
    // Its theme's file is away still.
    this.#endWaiting(renameThemeLater);
  }

  /** The window ends, in which nothing can be said any more, nor what is typed be given again. */
  handOver(): void {
    this.#endWaiting(renameThemeLater);
    this.#waiting = this.renaming;
    this.renaming = null;
    this.#endWaiting(renameThemeLater);
  }

  /** The name waits for its theme, whose file is away. */
  wait(renaming: Renaming): void {
    this.renaming = null;
    this.#endWaiting(renameThemeLater);
    this.#waiting = renaming;
  }

  /** The theme that the name waits for is back: it is typed on, or is the theme's as it stands. */
  endWait(isTypedOn: boolean): void {
    // Hidden by a filter by now, it has no field.
    if (isTypedOn && this.shown.some(({ id }) => id === this.#waiting?.id)) {
      this.renaming = this.#waiting;
      this.#waiting = null;
    } else {
      this.#endWaiting();
    }
  }

  #endWaiting(rename = renameTheme): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) void rename({ id: waiting.id, name: waiting.before }, waiting.text);
  }

  endTags(): void {
    this.#toTag = [];
  }

  endPublish(): void {
    this.#toPublish = [];
  }

  /** Publishes themes; those that were chosen are let go. Never rejects. */
  async publish(themes: readonly ThemeSummary[], to: readonly Connection[]): Promise<void> {
    this.endPublish();
    if (to.length === 0) return;
    try {
      // Loaded with the first of it, not with the window.
      const { publishThemes, targetKey } = await import('./publish-themes');
      const refused = await publishThemes(themes, to);
      if (refused === null) return;
      const asked = themes.flatMap(({ id: themeId }) =>
        to.map(({ id: connectionId }) => targetKey({ themeId, connectionId })),
      );
      this.notQueued = [...this.notQueued.filter(({ key }) => !asked.includes(key)), ...refused];
      if (this.#isLeft) reportNotQueued(refused);
      if (refused.length === 0) this.selection.letGo(themes.map(({ id }) => id));
    } catch (error) {
      report(error);
    }
  }

  /**
   * Gives themes a star, or takes it. Several may have had some before, so that the same once more wouldn't
   * bring that back: it can be undone. Never rejects.
   */
  async favour(ids: readonly string[]): Promise<void> {
    try {
      if (ids.length > 1) await starThemes(ids);
      else await favourites.toggle(ids);
    } catch (error) {
      report(error);
    }
  }

  /** What can be done with these themes, as it is now. */
  actions(themes: readonly ThemeSummary[]): ThemeAction[] {
    const [first] = themes;
    if (first === undefined) return [];
    const ids = themes.map(({ id }) => id);
    const { current } = connections;
    return themeActions(themes, {
      open: () => openTheme(first.id),
      rename: () => (this.renaming = new Renaming(first)),
      favourite: () => void this.favour(ids),
      places: () => (this.placesId = first.id),
      duplicate: () => void this.#duplicate(ids),
      publish: () => void this.publish(themes, current ? [current] : []),
      publishTo: () => (this.#toPublish = themes),
      tags: () => (this.#toTag = themes.filter(({ isReadOnly }) => !isReadOnly)),
      link: () => void this.#show(first, () => import('./LinkDialog.svelte')),
      compare: () => void this.#show(first, () => import('./ConflictDialog.svelte')),
      compareWith: () => (this.compared = { themeId: first.id, otherId: this.#besides(themes) }),
      showFile: () => void showThemeFile(first.id),
      export: () => void transfer.exportThemes(themes.map(({ id, name }) => ({ id, name }))),
      delete: () => void this.#remove(themes),
    });
  }

  /** The second of two, or the other of the two that are chosen. */
  #besides(themes: readonly ThemeSummary[]): string | undefined {
    const [first, second] = themes;
    const two = this.chosen.length === 2 ? this.chosen : [];
    if (second) return second.id;
    return two.some(({ id }) => id === first?.id)
      ? two.find(({ id }) => id !== first?.id)?.id
      : undefined;
  }

  /** What a key does, pressed on a card: to all that are chosen, or to that card. */
  actionAt(event: KeyboardEvent, card: ThemeSummary): ThemeAction | undefined {
    const chosen = this.chosen.length > 0 ? this.chosen : [card];
    return [...this.actions(chosen), ...this.actions([card])].find(({ keys }) =>
      keys?.some((way) => isPressed(event, way)),
    );
  }

  async #remove(themes: readonly ThemeSummary[]): Promise<void> {
    this.selection.letGo(await deleteThemes(themes.map(({ id, name }) => ({ id, name }))));
  }

  async #duplicate(ids: string[]): Promise<void> {
    const { activeId } = libraryView;
    const { renaming } = this;
    const before = this.selection.ids;
    const copies = await duplicateThemes(ids);
    const [first] = copies;
    // Who chose others meanwhile, or went on to another card or its name, goes on with those.
    if (first === undefined || this.selection.ids !== before) return;
    if (libraryView.activeId !== activeId || this.renaming !== renaming) return;
    libraryView.activeId = first;
    if (copies.length > 1) this.selection.choose(copies);
  }

  closeDialog(): void {
    this.#dialog = null;
  }

  async #show(theme: ThemeSummary, load: () => Promise<{ default: ThemeDialog }>): Promise<void> {
    try {
      const { default: Dialog } = await load();
      this.#dialog = { Dialog, theme };
    } catch (error) {
      report(error);
    }
  }
}
