/** What the controls take as an icon: a component of `@lucide/svelte/icons/…`. */
import type { LucideIcon } from '@lucide/svelte';

export type Icon = LucideIcon;
