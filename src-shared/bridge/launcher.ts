/** The room *launcher*: the ways in outside the window: the launcher, its keys, the tray. */
import { z } from 'zod';
import { problemSchema } from '../problem';
import { previewRunSchema } from '../sending';
import { call } from './contract';

const nothing = z.undefined();

export const launcherStateSchema = z.object({
  /** Electron's name of the keys (`CommandOrControl+Shift+P`); empty: none are chosen. */
  keys: z.string(),
  /** The system gives them to Foyer. */
  keysWork: z.boolean(),
  /** Wayland, and they were never pressed: whether they reach Foyer isn't known. */
  keysAreDoubtful: z.boolean(),
  /** There is a tray on this desktop; found out when it is asked for. */
  hasTray: z.boolean(),
  isInTray: z.boolean(),
  closesToTray: z.boolean(),
  /** The system starts Foyer at login, into the tray; `null` where only an installed Foyer can. */
  startsAtLogin: z.boolean().nullable(),
});
export type LauncherState = z.infer<typeof launcherStateSchema>;

export const launcherCalls = {
  /** Asks the desktop whether it has a tray. */
  state: call(nothing, launcherStateSchema),
  /** Chooses the keys that show the launcher; empty: none. Problems: keysRefused, and the old stay. */
  setKeys: call(z.object({ keys: z.string().max(100) }), launcherStateSchema),
  setTray: call(
    z.object({ isInTray: z.boolean().optional(), closesToTray: z.boolean().optional() }),
    launcherStateSchema,
  ),
  /** Has the system start Foyer at login, or not. Problems: those of the disk, and all stays. */
  setStartsAtLogin: call(z.object({ isOn: z.boolean() }), launcherStateSchema),
  /** The launcher's page listens now. */
  ready: call(nothing, nothing),
  /** The launcher is no longer wanted. */
  hide: call(nothing, nothing),
  /** Its page has heard why a preview that was started there sent nothing: told elsewhere, if the launcher was put away. */
  refused: call(problemSchema, nothing),
  /** The same of what came of one. */
  ended: call(previewRunSchema, nothing),
  /** The launcher's page is this high, CSS pixels. */
  fit: call(z.object({ height: z.number().int().min(40).max(2_000) }), nothing),
};

export const launcherEvents = {
  changed: launcherStateSchema,
  /** The launcher was shown, to begin anew. */
  shown: z.object({ turn: z.number() }),
};
