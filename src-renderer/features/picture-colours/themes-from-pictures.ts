/** Themes made from pictures: each in the colours of one, under the name of its file. */
import { m } from '@shared/messages/messages';
import { ProblemError } from '@shared/problem-error';
import type { ImportFault } from '@shared/theme/import-fault';
import type { ThemeEdit } from '@shared/theme/fields';
import { making } from '../../state/themes-that-come';
import { asWindowWork } from '../../state/window-work';
import { report } from '../../ui/report';
import { revocably } from '../../ui/toast';
import { addThemeInColours, openMade } from '../themes/theme-actions';
import { biggestPicture, coloursOfPicture } from './read-picture';
import { themeColours } from './theme-colours';

function refusal(file: string, fault: ImportFault): ProblemError {
  return new ProblemError({ code: 'importRefused', file, fault });
}

/** What dresses a theme in the colours of a picture. Rejects with a `ProblemError`. */
async function editsOf(picture: File): Promise<ThemeEdit[]> {
  const { name, size } = picture;
  if (size > biggestPicture) {
    throw refusal(name, { reason: 'tooLarge', bytes: size, limit: biggestPicture });
  }
  // What createImageBitmap says of a file that it can't decode names no reason.
  const colours = await coloursOfPicture(picture).catch(() => []);
  if (colours.length === 0) throw refusal(name, { reason: 'notAPicture' });
  return themeColours(colours);
}

/** `sunset-beach.jpg` is called "Sunset beach"; what is pasted has a name that says nothing. */
export function nameFromFile(file: string): string | undefined {
  const words = file
    // macOS gives it decomposed.
    .normalize()
    .replace(/\.[^.]*$/u, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();
  if (words === '' || words.toLowerCase() === 'image') return undefined;
  return (words.charAt(0).toLocaleUpperCase() + words.slice(1)).slice(0, 200);
}

/** Makes a theme of each picture; one alone is opened for whoever is still at `place`. Never rejects. */
export async function themesFromPictures(pictures: readonly File[], place: number): Promise<void> {
  const make = () => asWindowWork('make', () => themesOfAll(pictures));
  if (pictures.length === 1) {
    const [id] = await make();
    if (id !== undefined) await openMade(id, false, place);
    return;
  }
  await revocably(async (toast) => {
    const { ids, undo } = await making(make);
    if (ids.length > 0) toast(m.library_made_from_images({ count: ids.length }), { undo });
  });
}

/** Makes a theme of each; why one could not be made is reported. */
async function themesOfAll(pictures: readonly File[]): Promise<string[]> {
  const made: string[] = [];
  for (const picture of pictures) {
    try {
      made.push(await addThemeInColours(nameFromFile(picture.name), await editsOf(picture)));
    } catch (error) {
      report(error);
    }
  }
  return made;
}
