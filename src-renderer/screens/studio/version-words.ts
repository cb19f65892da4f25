/** What a version of a theme is called, and when it is of. */
import { withoutDirectionSigns } from '@shared/direction-signs';
import { m } from '@shared/messages/messages';
import type { ThemeVersion } from '@shared/theme-versions';
import { connections } from '../../state/connections.svelte';
import { clockTime, dayAndTime } from '../../ui/time';

function whyKept({ reason, place }: ThemeVersion): string {
  switch (reason) {
    case 'published': {
      const connection = place?.connectionId ? connections.byId(place.connectionId) : undefined;
      return m.inspector_history_published({ label: connection?.label ?? place?.host ?? '' });
    }
    case 'restored':
      return m.inspector_history_restored();
    case 'imported':
      return m.inspector_history_imported();
    case 'duplicated':
      return m.inspector_history_duplicated();
    case 'paused':
      return m.inspector_history_paused();
    case 'kept':
      return m.inspector_history_kept();
  }
}

/** Its name, or why it was kept. */
export function versionName(version: ThemeVersion): string {
  return version.name === null ? whyKept(version) : withoutDirectionSigns(version.name);
}

function isToday(at: string, now: number): boolean {
  return new Date(at).toDateString() === new Date(now).toDateString();
}

/** `Today, 11:48`, `14 Nov, 09:31`. `now` in milliseconds since 1970. */
export function versionTime({ at }: ThemeVersion, now: number): string {
  return isToday(at, now)
    ? m.inspector_history_today({ time: clockTime(at) })
    : dayAndTime(at, now);
}

/** When the present was saved: `11:48` on the day itself, `14 Nov, 09:31` later. `now` as above. */
export function savedTime(at: string, now: number): string {
  return isToday(at, now) ? clockTime(at) : dayAndTime(at, now);
}

/** The line under the name: when, and where a version was published that has a name of its own. */
export function versionNote(version: ThemeVersion, now: number): string {
  const time = versionTime(version, now);
  return version.name !== null && version.reason === 'published'
    ? m.inspector_history_named_published({ published: whyKept(version), time })
    : time;
}
