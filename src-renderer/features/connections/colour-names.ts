/** The colours that a connection can have, in their order, and what they are called. */
import type { ConnectionColour } from '@shared/connection';
import { m } from '@shared/messages/messages';

export const colourNames: Readonly<Record<ConnectionColour, () => string>> = {
  petrol: m.connections_colour_petrol,
  blue: m.connections_colour_blue,
  violet: m.connections_colour_violet,
  rose: m.connections_colour_rose,
  red: m.connections_colour_red,
  amber: m.connections_colour_amber,
  green: m.connections_colour_green,
  slate: m.connections_colour_slate,
};
export const colours = Object.keys(colourNames) as ConnectionColour[];
