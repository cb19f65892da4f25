/** The ways to zoom the stage, for its menu and the palette. */
import Maximize from '@lucide/svelte/icons/maximize';
import Scan from '@lucide/svelte/icons/scan';
import ZoomIn from '@lucide/svelte/icons/zoom-in';
import ZoomOut from '@lucide/svelte/icons/zoom-out';
import { m } from '@shared/messages/messages';
import { zoomedFrom, type StageZoom } from '../../state/stage-view.svelte';
import type { Icon } from '../../ui/icon';

interface ZoomChoice {
  id: string;
  label: string;
  icon: Icon;
  keys?: readonly string[];
  zoom: StageZoom;
}

/** From how big the frames are shown now. */
export function zoomChoices(scale: number): ZoomChoice[] {
  return [
    {
      id: 'in',
      label: m.studio_zoom_in(),
      icon: ZoomIn,
      keys: ['Mod', '+'],
      zoom: zoomedFrom(scale, 1),
    },
    {
      id: 'out',
      label: m.studio_zoom_out(),
      icon: ZoomOut,
      keys: ['Mod', '-'],
      zoom: zoomedFrom(scale, -1),
    },
    { id: 'actual', label: m.studio_zoom_actual(), icon: Scan, keys: ['Mod', '0'], zoom: 1 },
    { id: 'fit', label: m.studio_zoom_to_fit(), icon: Maximize, zoom: 'fit' },
  ];
}
