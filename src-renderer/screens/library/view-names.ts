/** What the filters and the orders of the library are called. */
import { m } from '@shared/messages/messages';
import type { LibraryFilter, LibraryLayout, LibrarySort } from '../../state/library-view.svelte';

export const filterNames: Readonly<Record<LibraryFilter, () => string>> = {
  all: m.library_filter_all,
  favourite: m.library_filter_favourite,
  draft: m.library_filter_draft,
  published: m.library_filter_published,
  changed: m.library_filter_changed,
  attention: m.library_filter_attention,
  conflict: m.library_filter_conflict,
};

export const sortNames: Readonly<Record<LibrarySort, () => string>> = {
  edited: m.library_sort_edited,
  opened: m.library_sort_opened,
  name: m.library_sort_name,
  status: m.library_sort_status,
  tag: m.library_sort_tag,
  font: m.library_sort_font,
};

export const layoutNames: Readonly<Record<LibraryLayout, () => string>> = {
  small: m.library_layout_small,
  medium: m.library_layout_medium,
  large: m.library_layout_large,
  list: m.library_layout_list,
};
