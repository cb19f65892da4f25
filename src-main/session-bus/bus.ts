/**
 * A connection to the session's D-Bus. Whether a desktop has a tray or a keychain is whether somebody
 * has its name there.
 */
import { connect, type Socket } from 'node:net';
import {
  callOf,
  takeMessage,
  theBus,
  type Argument,
  type BusReader,
  type Target,
} from './bus-message';

/** A desktop that takes longer over so short a question is none to rely on. Milliseconds. */
const timeLimitMs = 2_000;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether somebody has a name on the bus now; with `orStarts`, also whether the bus starts who would
 * have it. `undefined`: there is no bus that answers.
 */
export async function isOnBus(
  name: string,
  { environment, orStarts = false }: { environment: Environment; orStarts?: boolean },
): Promise<boolean | undefined> {
  const bus = await openBus(environment);
  try {
    const hasOwner = await bus?.call('NameHasOwner', name);
    if (!hasOwner) return undefined;
    if (hasOwner.number() === 1) return true;
    if (!orStarts) return false;
    return (await bus?.call('ListActivatableNames'))?.texts().includes(name);
  } finally {
    bus?.close();
  }
}

/**
 * A property of somebody's that is yes or no; `undefined`: nobody is there, or they have none such.
 * Who isn't running is started for it, if the bus can.
 */
export async function flagOnBus(
  target: Target,
  property: string,
  environment: Environment,
): Promise<boolean | undefined> {
  const bus = await openBus(environment);
  const properties = { ...target, interface: 'org.freedesktop.DBus.Properties' };
  const value = await bus?.callOther(properties, 'Get', target.interface, property);
  bus?.close();
  return value?.signature() === 'b' ? value.number() === 1 : undefined;
}

export interface Bus {
  /** Calls a method of the bus itself; `undefined`: refused, too late, or the bus is gone. */
  call(member: string, ...given: Argument[]): Promise<BusReader | undefined>;
  /** The same, of somebody on the bus. */
  callOther(target: Target, member: string, ...given: Argument[]): Promise<BusReader | undefined>;
  close(): void;
}

/** Opens a connection to the session's bus; `undefined` where there is none. */
export async function openBus(environment: Environment): Promise<Bus | undefined> {
  for (const path of busPaths(environment)) {
    const bus = await openAt(path);
    if (bus) return bus;
  }
  return undefined;
}

/** The sockets that the environment names, in order. */
function busPaths(environment: Environment): string[] {
  const address = environment['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  const folder = environment['XDG_RUNTIME_DIR'] ?? '';
  const named = address.split(';').flatMap((one) => {
    const keys = one.startsWith('unix:') ? one.slice('unix:'.length).split(',') : [];
    const values = new Map(keys.map((pair) => pair.split('=', 2) as [string, string]));
    const [path, abstract] = [values.get('path'), values.get('abstract')];
    if (path !== undefined) return [unescaped(path)];
    // Linux' names beside the file system.
    return abstract === undefined ? [] : [`\0${unescaped(abstract)}`];
  });
  if (named.length > 0 || folder === '') return named;
  return [`${folder}/bus`];
}

const unescaped = (text: string) =>
  text.replace(/%([0-9a-f]{2})/giu, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

function openAt(path: string): Promise<Bus | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const waiting = new Map<number, (body: BusReader | undefined) => void>();
    let serial = 0;
    let isSignedIn = false;
    let come = Buffer.alloc(0);

    const call: Bus['call'] = (member, ...given) => callOther(theBus, member, ...given);
    const callOther: Bus['callOther'] = (target, member, ...given) =>
      new Promise((answered) => {
        if (socket.destroyed) return answered(undefined);
        serial += 1;
        // Silence is the end of it: nothing that comes later would be believed.
        const timer = setTimeout(() => socket.destroy(), timeLimitMs);
        waiting.set(serial, (body) => {
          clearTimeout(timer);
          answered(body);
        });
        socket.write(callOf(serial, target, member, given));
      });
    const signingIn = setTimeout(() => socket.destroy(), timeLimitMs);
    socket.on('connect', () => signIn(socket));
    socket.on('data', (chunk) => {
      come = Buffer.concat([come, chunk]);
      if (!isSignedIn) {
        const end = come.indexOf('\r\n');
        if (end === -1) return;
        if (!come.toString('latin1', 0, end).startsWith('OK ')) return void socket.destroy();
        come = come.subarray(end + 2);
        isSignedIn = true;
        socket.write('BEGIN\r\n');
        // Before anything else, says the specification.
        clearTimeout(signingIn);
        void call('Hello').then((name) => {
          resolve(name && { call, callOther, close: () => socket.destroy() });
        });
      }
      try {
        for (let taken = takeMessage(come); taken; taken = takeMessage(come)) {
          come = come.subarray(taken.length);
          const { to, body } = taken.answer ?? { to: 0, body: undefined };
          waiting.get(to)?.(body);
          waiting.delete(to);
        }
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        // Nothing more can be read of who speaks another language.
        socket.destroy();
      }
    });
    // What follows is the close.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(signingIn);
      for (const answered of waiting.values()) answered(undefined);
      waiting.clear();
      resolve(undefined);
    });
  });
}

/** As the user that the socket's other end sees by itself. */
function signIn(socket: Socket): void {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
}
