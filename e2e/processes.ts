/** The processes of a running Foyer, as Linux tells of them. */
import { open, readdir, readFile } from 'node:fs/promises';

export interface RunningProcess {
  readonly pid: number;
  /** Chromium's word for it: `renderer`, `gpu-process`, `utility`, `zygote`; empty for main. */
  readonly type: string;
  readonly commandLine: string;
  /** The lines of its `status`, by their names: `Seccomp`, `NoNewPrivs`. */
  readonly status: Readonly<Record<string, string>>;
}

/** Main and everything below it. */
export async function processTree(main: number): Promise<RunningProcess[]> {
  const all = new Map<number, RunningProcess['status']>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    // One that has just ended has none.
    const text = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    const lines = [...text.matchAll(/^(\w+):\s*(.*)$/gmu)];
    all.set(
      Number(name),
      Object.fromEntries(lines.map(([, key = '', value = '']) => [key, value])),
    );
  }
  const isBelow = (pid: number): boolean => {
    if (pid === main) return true;
    const parent = all.get(pid)?.['PPid'];
    return parent !== undefined && isBelow(Number(parent));
  };
  const below = [...all].filter(([pid]) => isBelow(pid));
  const found = below.map(async ([pid, status]) => {
    const text = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '');
    const commandLine = text.replaceAll('\0', ' ');
    const [, type = ''] = /--type=([\w-]+)/u.exec(commandLine) ?? [];
    return { pid, type, commandLine, status };
  });
  return Promise.all(found);
}

/** What a process got from its parent. */
export const environmentOf = (pid: number) => readFile(`/proc/${String(pid)}/environ`, 'latin1');

/** Whether a text is anywhere in the memory that a process may write to: what a core dump has. */
export async function isInMemory(pid: number, text: string): Promise<boolean> {
  const maps = await readFile(`/proc/${String(pid)}/maps`, 'utf8');
  const forms = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')];
  const memory = await open(`/proc/${String(pid)}/mem`, 'r');
  try {
    for (const line of maps.split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/u.exec(line) ?? [];
      if (from === undefined || to === undefined) continue;
      if (await isInRange(memory, Number.parseInt(from, 16), Number.parseInt(to, 16), forms)) {
        return true;
      }
    }
    return false;
  } finally {
    await memory.close();
  }
}

const piece = 4 * 1024 * 1024;

async function isInRange(
  memory: Awaited<ReturnType<typeof open>>,
  from: number,
  to: number,
  forms: readonly Buffer[],
): Promise<boolean> {
  const overlap = Math.max(...forms.map(({ length }) => length));
  const buffer = Buffer.alloc(Math.min(piece, to - from));
  for (let at = from; at < to; at += Math.max(1, buffer.length - overlap)) {
    const { bytesRead } = await memory
      .read(buffer, 0, Math.min(buffer.length, to - at), at)
      // A page that is mapped and not there.
      .catch(() => ({ bytesRead: 0 }));
    const read = buffer.subarray(0, bytesRead);
    if (forms.some((form) => read.includes(form))) return true;
    if (bytesRead < buffer.length) return false;
  }
  return false;
}
