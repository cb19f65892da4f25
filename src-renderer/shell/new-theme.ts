/** Makes a theme and opens it in the studio. */
import { bridge } from '../bridge';
import { navigation } from '../state/navigation.svelte';
import { report } from '../ui/report';

let isCreating = false;

/**
 * The default theme, or a copy of a starter. A second wish while it is made does nothing; a failure
 * is reported.
 */
export async function newTheme(like: { name?: string; starter?: string } = {}): Promise<void> {
  if (isCreating) return;
  isCreating = true;
  try {
    const { id } = await bridge.library.create(like);
    navigation.go({ screen: 'studio', themeId: id });
  } catch (error) {
    report(error);
  } finally {
    isCreating = false;
  }
}
