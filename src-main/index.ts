/**
 * The composition root: it has the rooms built, wired to each other and to the bridge, and runs the
 * shell, or answers a command in the terminal.
 */
import { calls } from '@shared/bridge/calls';
import { app } from 'electron';
import {
  createMainWindowKeeper,
  exitCodes,
  lostAnswer,
  markStart,
  print,
  startMarks,
  readHandedStart,
  type ExitCode,
} from './app/app';
import { serve } from './bridge/bridge';
import { createFoundation, type Launch } from './composition/foundation';
import { createHandlers, sendingCalls } from './composition/handlers';
import { createRequests } from './composition/requests';
import { createRooms, openStoredRooms } from './composition/rooms';
import { createShell } from './composition/shell';
import { createUnheard } from './composition/unheard';
import { wireRooms, wireStoredRooms } from './composition/wiring';
import { problemOfStorage, removeProfileLeftovers } from './storage/storage';

/**
 * Starts Foyer: with its window, or without any when a command in the terminal is all that is asked.
 */
export async function start(launch: Launch): Promise<void> {
  const { log, windows } = launch;
  const { asked } = launch.commandLine;
  const isCommand = asked.kind === 'preview' || asked.kind === 'list';

  const foundation = createFoundation(launch, !isCommand);
  const mainWindow = createMainWindowKeeper({
    ...foundation,
    onCrash: () => foundation.crashDetector.crashed(),
  });
  // An update that a person asked for is what Foyer ends with.
  let installAtEnd: (() => void) | undefined;
  const rooms = createRooms(foundation, {
    mainWindow,
    quitWith(install) {
      installAtEnd = install;
      app.quit();
    },
  });
  const shell = createShell(foundation, mainWindow, rooms, {
    end: () => (installAtEnd ? installAtEnd() : app.quit()),
    // A later quit installs nothing that nobody asked for then.
    onStay: () => (installAtEnd = undefined),
  });
  wireRooms(foundation, rooms, shell);
  // Ctrl C, or the end of the session. Nothing is sent before the command is answered.
  let breakOff = () => app.exit(exitCodes.notSent);
  let answered: ExitCode | null = null;
  if (isCommand) {
    // A person has opened Foyer meanwhile and closed it again: the terminal still waits for its answer.
    app.on('will-quit', (event) => {
      if (installAtEnd) return;
      if (answered !== null) return app.exit(answered);
      const { code, out, err } = lostAnswer(asked);
      // A pipe may take its text later.
      event.preventDefault();
      void print({ out, err }).then(() => app.exit(code));
    });
    app.on('before-quit', (event) => {
      // A person may have opened Foyer, and then the shell brings all to its end.
      if (shell.isOpen()) return;
      event.preventDefault();
      breakOff();
    });
  }
  // First of all the window, whose page is on its way; only then is the disk read.
  if (!isCommand) shell.open(launch.isHidden);

  markStart('roomsBuilt');
  const { launcher, show } = shell;
  const stored = await openStoredRooms(foundation, rooms, { mainWindow, launcher, onReturn: show });
  const allRooms = { ...rooms, ...stored };
  wireStoredRooms(foundation, allRooms, shell);
  const handlers = createHandlers(foundation, allRooms, mainWindow, shell);
  const answer = serve(calls, handlers, log, problemOfStorage);
  windows.serve({
    answer(sender, name, input) {
      if (sendingCalls.has(name)) rooms.proxy.mayAskAgain();
      return answer(sender, name, input);
    },
    unheard: createUnheard(foundation, mainWindow, shell.show),
    picture: (id) => rooms.pictures.read(id),
  });
  markStart('answering');
  const requests = createRequests(foundation, allRooms, shell, mainWindow);

  shell.roomsAreThere(stored);
  if (asked.kind !== 'list') await app.whenReady();
  launch.startupQueue.follow(({ data }) => requests.take(readHandedStart(data)));
  if (asked.kind === 'link' || asked.kind === 'files') requests.show(asked);
  if (asked.kind !== 'preview' && asked.kind !== 'list') {
    // Nobody waits for it: the window is answered by now.
    return removeProfileLeftovers(foundation.profile);
  }

  app.dock?.hide();
  breakOff = () => {
    rooms.client.end();
    stored.previews.stopAll();
  };
  markStart('asked');
  const { code, out, err } = await requests.answer(asked);
  markStart('answered');
  log.info('main.answered', startMarks());
  await print({ out, err });
  answered = code;
  await rooms.library.flush();
  // What came meanwhile is answered too, and what comes while that is.
  await requests.settled();
  // A person may have opened Foyer, and then this is the one that runs.
  if (!shell.isOpen()) app.exit(code);
}
