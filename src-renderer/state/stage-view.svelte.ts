/**
 * How the studio's stage shows the chat: in which frames, and how big. Main remembers it from one start to
 * the next, and a restored backup changes it.
 */
import type { Preferences } from '@shared/bridge/app';
import { app } from './app.svelte';
import { report } from '../ui/report';

export type StageFrames = NonNullable<Preferences['previewFrames']>;
export type StageZoom = NonNullable<Preferences['previewZoom']>;

/** Where zooming in and out stops. */
const steps = [0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2];

class StageView {
  /** What was asked for; both are shown only where both have room. */
  get frames(): StageFrames {
    return app.state.preferences.previewFrames ?? 'both';
  }

  set frames(frames: StageFrames) {
    app.prefer({ previewFrames: frames }).catch(report);
  }

  /** `fit`: as big as the stage has room for, and never bigger than it is. */
  get zoom(): StageZoom {
    return app.state.preferences.previewZoom ?? 'fit';
  }

  set zoom(zoom: StageZoom) {
    // A key that is held at the last step changes nothing. Judged at its turn, after what was chosen before.
    app.prefer(() => (zoom === this.zoom ? {} : { previewZoom: zoom })).catch(report);
  }
}

export const stageView = new StageView();

/** The next step up or down from how big it is shown now; the last one stays. */
export function zoomedFrom(scale: number, way: 1 | -1): number {
  // What fits lies between the steps; the nearest one would be hardly a step.
  const next =
    way > 0
      ? steps.find((step) => step > scale * 1.04)
      : steps.filter((step) => step < scale / 1.04).at(-1);
  return next ?? (way > 0 ? Math.max(scale, ...steps) : Math.min(scale, ...steps));
}
