/** A library that is going on with a copy of its folder, and takes its time. */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { libraryWithFile } from './file-away';

/** What is made; in the copy lies a theme of the same ID, in `there`, with `before` in its file. */
export async function libraryBesideCopy() {
  let goOn: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const isSwitching = new Promise<void>((done) => (reached = done));
  const gate = new Promise<void>((done) => (goOn = done));
  const made = await libraryWithFile({
    mayUse: () => true,
    // The choice is being kept: a disk may take its time.
    movedTo: async () => {
      reached();
      await gate;
    },
  });
  const second = join(made.folders.root, 'second');
  await mkdir(second);
  const there = join(second, 'a.json');
  await copyFile(made.here, there);
  /** Resolves while the library is going over to the copy, with what lets it go on. */
  const beginSwitch = async (): Promise<() => Promise<unknown>> => {
    const used = Promise.resolve(made.library.handlers.useFolder({ folder: second, move: false }));
    await isSwitching;
    return () => {
      goOn();
      return used;
    };
  };
  return { ...made, there, before: await readFile(there, 'utf8'), beginSwitch };
}
