/** The library's screen at work: which themes are shown and chosen, and what is done with them. */
import type { Component } from 'svelte';
import type { Connection } from '@shared/connection';
import type { ThemeSummary } from '@shared/library';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { report } from '../../ui/report';
import { transfer } from '../../state/transfer.svelte';
import type { ChosenThemes, OneTheme } from './chosen-actions';
import { chosenIds } from './chosen-ids';
import { publishThemes, type NotQueued } from './publish-themes';
import { Selection } from './selection.svelte';
import { filterCounts, filteredThemes, searchedThemes, sortedThemes } from './shown-themes';
import { deleteThemes, duplicateThemes } from '../../features/themes/theme-actions';

/** A dialog about one theme, loaded when it is first wanted. */
type ThemeDialog = Component<{ theme: ThemeSummary; onclose: () => void }>;

export class LibraryScreen {
  readonly selection = new Selection();
  /** What could not be put into the outbox, until it is read. */
  notQueued = $state.raw<readonly NotQueued[]>([]);
  isChoosingConnections = $state(false);
  renamingId = $state<string | null>(null);
  #taggedIds = $state.raw<readonly string[]>([]);
  #dialog = $state.raw<{ Dialog: ThemeDialog; themeId: string } | null>(null);

  // In this order, so that a key in the search field sorts nothing.
  readonly sorted = $derived(sortedThemes(library.themes, libraryView.sort));
  readonly found = $derived(searchedThemes(this.sorted, libraryView.query, libraryView.tag));
  readonly counts = $derived(filterCounts(this.found));
  readonly shown = $derived(filteredThemes(this.found, libraryView.filter));
  // What is hidden by a search is never acted on, though it is chosen again when it comes back.
  readonly chosen = $derived(
    this.selection.isEmpty ? [] : this.shown.filter((theme) => this.selection.has(theme.id)),
  );
  /** The themes whose tags are being edited. */
  readonly tagged = $derived.by(() => {
    if (this.#taggedIds.length === 0) return [];
    const ids = chosenIds(this.#taggedIds);
    return library.themes.filter(({ id }) => ids.has(id));
  });
  /** The dialog that is open, as long as its theme is there. */
  readonly dialog = $derived.by(() => {
    const theme = library.themes.find(({ id }) => id === this.#dialog?.themeId);
    return this.#dialog && theme ? { Dialog: this.#dialog.Dialog, theme } : null;
  });

  async remove(themes: readonly ThemeSummary[]): Promise<void> {
    const isDone = await deleteThemes(themes.map(({ id, name }) => ({ id, name })));
    if (isDone) this.selection.clear();
  }

  async duplicate(themes: readonly ThemeSummary[]): Promise<void> {
    const copies = await duplicateThemes(themes.map(({ id }) => id));
    const [first] = copies;
    if (first === undefined) return;
    libraryView.activeId = first;
    if (copies.length > 1) this.selection.choose(copies);
  }

  startRenaming(theme: ThemeSummary): void {
    if (!theme.isReadOnly) this.renamingId = theme.id;
  }

  editTags(themes: readonly ThemeSummary[]): void {
    this.#taggedIds = themes.filter((theme) => !theme.isReadOnly).map(({ id }) => id);
  }

  endTags(): void {
    this.#taggedIds = [];
  }

  /** Publishes what is chosen. Never rejects. */
  async publish(to: readonly Connection[]): Promise<void> {
    this.isChoosingConnections = false;
    if (to.length === 0) return;
    try {
      const refused = await publishThemes(this.chosen, to);
      if (refused === null) return;
      this.notQueued = refused;
      if (this.notQueued.length === 0) this.selection.clear();
    } catch (error) {
      report(error);
    }
  }

  /** What can be done with the chosen themes, as it is now; `clear` chooses none of them. */
  chosenActions(clear: () => void): ChosenThemes {
    const { chosen, shown } = this;
    const { current, list } = connections;
    return {
      count: chosen.length,
      connectionLabel: current?.label,
      duplicate: () => void this.duplicate(chosen),
      tag: () => this.editTags(chosen),
      exportThem: () => void transfer.exportThemes(chosen.map(({ id }) => id)),
      remove: () => void this.remove(chosen),
      publish: () => void this.publish(current ? [current] : []),
      publishTo: list.length > 1 ? () => (this.isChoosingConnections = true) : undefined,
      clear,
      chooseAll:
        chosen.length < shown.length
          ? () => this.selection.choose(shown.map(({ id }) => id))
          : undefined,
      only: this.#onlyOne(chosen),
    };
  }

  #onlyOne([theme, ...others]: readonly ThemeSummary[]): OneTheme | undefined {
    if (!theme || others.length > 0) return undefined;
    const { name, isReadOnly, conflictOf } = theme;
    return {
      name,
      rename: isReadOnly ? undefined : () => this.startRenaming(theme),
      link: isReadOnly ? undefined : () => void this.link(theme),
      compare: conflictOf ? () => void this.compare(theme) : undefined,
    };
  }

  link(theme: ThemeSummary): Promise<void> {
    return this.#show(theme, () => import('./LinkDialog.svelte'));
  }

  /** Opens a conflict copy beside the theme that it is another version of. */
  compare(theme: ThemeSummary): Promise<void> {
    return this.#show(theme, () => import('./ConflictDialog.svelte'));
  }

  closeDialog(): void {
    this.#dialog = null;
  }

  async #show(theme: ThemeSummary, load: () => Promise<{ default: ThemeDialog }>): Promise<void> {
    try {
      const { default: Dialog } = await load();
      this.#dialog = { Dialog, themeId: theme.id };
    } catch (error) {
      report(error);
    }
  }
}
