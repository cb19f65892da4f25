import { call, ownOrigin } from '@shared/bridge/contract';
import { ProblemError } from '@shared/problem-error';
import { themeNameSchema } from '@shared/theme/theme';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createEmitter, isTrusted, serve, type Sender } from './bridge';

const own: Sender = { isOurWindow: true, isTopFrame: true, url: `${ownOrigin}/index.html` };

function bridge() {
  const entries: { event: string; fields: Record<string, unknown> }[] = [];
  const log = {
    warn: (event: string, fields: Record<string, unknown>) => entries.push({ event, fields }),
    error: (event: string, fields: Record<string, unknown>) => entries.push({ event, fields }),
  };
  const handled: unknown[] = [];
  const calls = {
    room: {
      double: call(z.object({ number: z.number() }), z.object({ result: z.number() })),
      fail: call(z.undefined(), z.undefined()),
      fill: call(z.undefined(), z.undefined()),
      refuse: call(z.undefined(), z.undefined()),
    },
  };
  const answer = serve(
    calls,
    {
      room: {
        double: (input) => {
          handled.push(input);
          return { result: input.number * 2, secret: 'not in the contract' };
        },
        fail: () => {
          throw new Error('boom');
        },
        fill: () => {
          throw new RangeError('theme.json');
        },
        refuse: () => {
          throw new ProblemError({ code: 'nothingToUndo' });
        },
      },
    },
    log,
    (error) =>
      error instanceof RangeError ? { code: 'storageFull', path: error.message } : undefined,
  );
  return { answer, entries, handled };
}

describe('a call', () => {
  it('answers with the value, without keys that the contract lacks', async () => {
    const { answer } = bridge();
    expect(await answer(own, 'room.double', { number: 4 })).toEqual({
      ok: true,
      value: { result: 8 },
    });
  });

  it.each([
    ['a frame inside the window', { ...own, isTopFrame: false }],
    ['a window that is not ours', { ...own, isOurWindow: false }],
    ['another site', { ...own, url: 'https://foyer.example/index.html' }],
    ['another host of our scheme', { ...own, url: 'app://other/index.html' }],
    ['a host that begins like ours', { ...own, url: 'app://foyer.evil/index.html' }],
    ['no address', { ...own, url: '' }],
    ['a blank page', { ...own, url: 'about:blank' }],
    ['a file', { ...own, url: 'file:///index.html' }],
  ])('is refused from %s', async (_name, sender) => {
    const { answer, handled, entries } = bridge();
    expect(await answer(sender, 'room.double', { number: 4 })).toEqual({
      ok: false,
      problem: { code: 'foreignSender' },
    });
    expect(handled).toEqual([]);
    expect(entries[0]?.event).toBe('bridge.foreignSender');
  });

  it.each(['room.unknown', 'constructor', '__proto__', 'room.__proto__', 'room', '', 'toString'])(
    'of the unknown name %j is refused',
    async (name) => {
      const { answer } = bridge();
      expect(await answer(own, name, undefined)).toEqual({
        ok: false,
        problem: { code: 'unknownCall', call: name },
      });
    },
  );

  it('with a wrong shape is refused before its handler, and says where', async () => {
    const { answer, handled } = bridge();
    expect(await answer(own, 'room.double', { number: '4' })).toEqual({
      ok: false,
      problem: { code: 'badCall', call: 'room.double', where: 'number' },
    });
    expect(handled).toEqual([]);
  });

  it('that breaks a rule of a field is refused at that field, and is no fault of the window', async () => {
    const named = z.object({
      names: z.array(z.object({ name: themeNameSchema })),
      on: z.boolean(),
    });
    const log = { warn: () => undefined, error: () => undefined };
    const answer = serve(
      { room: { name: call(named, z.undefined()) } },
      { room: { name: () => undefined } },
      log,
      () => undefined,
    );
    const with_ = (name: string, on: unknown = true) =>
      answer(own, 'room.name', { names: [{ name: 'A' }, { name }], on });
    expect(await with_('B')).toEqual({ ok: true });
    expect(await with_('B\uD83D')).toEqual({
      ok: false,
      problem: { code: 'invalidFields', fields: [{ field: 'name', reason: 'unsendableText' }] },
    });
    expect(await with_('B\0', 'yes')).toMatchObject({ problem: { code: 'badCall' } });
  });

  it('that fails is logged under the id that is answered, without its input', async () => {
    const { answer, entries } = bridge();
    const answered = await answer(own, 'room.fail', undefined);
    expect(answered).toMatchObject({ ok: false, problem: { code: 'internal' } });
    const id = !answered.ok && answered.problem.code === 'internal' ? answered.problem.id : '';
    expect(entries).toEqual([
      {
        event: 'bridge.internal',
        fields: expect.objectContaining({ id, call: 'room.fail' }) as object,
      },
    ]);
  });

  it('that meets a problem is answered with it', async () => {
    const { answer } = bridge();
    expect(await answer(own, 'room.refuse', undefined)).toEqual({
      ok: false,
      problem: { code: 'nothingToUndo' },
    });
  });

  it('that meets an error which another room knows is answered with its problem', async () => {
    const { answer, entries } = bridge();
    expect(await answer(own, 'room.fill', undefined)).toEqual({
      ok: false,
      problem: { code: 'storageFull', path: 'theme.json' },
    });
    expect(entries).toEqual([]);
  });

  it('of any name and shape never throws', async () => {
    const { answer } = bridge();
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), async (name, input) => {
        let said: unknown = name;
        try {
          String(name);
        } catch {
          // What can't be made a string can't cross the process border either.
          said = 'unprintable';
        }
        expect(await answer(own, said, input)).toHaveProperty('ok');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a sender', () => {
  it('is trusted at our own origin only', () => {
    expect(isTrusted(own)).toBe(true);
    expect(isTrusted({ ...own, url: 'app://foyer/' })).toBe(true);
    expect(isTrusted({ ...own, url: 'app://foyer@evil/' })).toBe(false);
  });
});

describe('an event', () => {
  const events = { room: { changed: z.object({ revision: z.number() }) } };
  const quiet = { warn: () => undefined, error: () => undefined };

  function window() {
    const heard: [string, unknown][] = [];
    return {
      heard,
      listener: { send: (name: string, payload: unknown) => void heard.push([name, payload]) },
    };
  }

  it('waits until the window is ready, and then comes in order', () => {
    const emitter = createEmitter(events, quiet);
    const { heard, listener } = window();
    emitter.attach(listener);
    emitter.emit('room', 'changed', { revision: 1 });
    emitter.emit('room', 'changed', { revision: 2 });
    expect(heard).toEqual([]);
    emitter.ready(listener);
    emitter.emit('room', 'changed', { revision: 3 });
    expect(heard.map(([, payload]) => payload)).toEqual([
      { revision: 1 },
      { revision: 2 },
      { revision: 3 },
    ]);
  });

  it('is not lost when it came before the window’s page was there', () => {
    const emitter = createEmitter(events, quiet);
    const { heard, listener } = window();
    emitter.attach(listener);
    emitter.emit('room', 'changed', { revision: 1 });
    // Its page arrives only now.
    emitter.attach(listener);
    emitter.emit('room', 'changed', { revision: 2 });
    emitter.ready(listener);
    // The page is loaded anew: what it was told already is in its snapshot.
    emitter.attach(listener);
    emitter.ready(listener);
    expect(heard.map(([, payload]) => payload)).toEqual([{ revision: 1 }, { revision: 2 }]);
  });

  it('does not go to a window that was closed', () => {
    const emitter = createEmitter(events, quiet);
    const { heard, listener } = window();
    emitter.attach(listener);
    emitter.ready(listener);
    emitter.detach(listener);
    emitter.emit('room', 'changed', { revision: 1 });
    expect(heard).toEqual([]);
  });

  it('of a wrong shape stays in main and is logged', () => {
    const entries: string[] = [];
    const emitter = createEmitter(events, { ...quiet, error: (event) => void entries.push(event) });
    const { heard, listener } = window();
    emitter.attach(listener);
    emitter.ready(listener);
    emitter.emit('room', 'changed', { revision: 'one' } as unknown as { revision: number });
    expect(heard).toEqual([]);
    expect(entries).toEqual(['bridge.badEvent']);
  });
});
