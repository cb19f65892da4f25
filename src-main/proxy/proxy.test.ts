import { describe, expect, it } from 'vitest';
import type { ProxyQuestion } from '@shared/bridge/proxy';
import { createProxySignIn } from './proxy';

const proxy = { host: 'proxy.northwind.example:3128', realm: 'Office' };
const signIn = { username: 'ada', password: 'secret' };

function room() {
  const told: (ProxyQuestion | null)[] = [];
  const screen = { hasWindow: true };
  const made = createProxySignIn(
    (question) => told.push(question),
    () => screen.hasWindow,
  );
  return {
    ...made,
    told,
    screen,
    answer(given: typeof signIn | null): void {
      const question = told.at(-1);
      if (!question) throw new Error('nothing is asked');
      void made.handlers.answer({ id: question.id, signIn: given });
    },
  };
}

describe('signing in to a proxy', () => {
  it('asks once for all that wait, and remembers the answer', async () => {
    const made = room();
    const asked = [made.ask(proxy), made.ask(proxy)];
    expect(made.told).toMatchObject([{ ...proxy, isAgain: false }]);
    expect(await made.handlers.waiting(undefined)).toMatchObject(proxy);
    made.answer(signIn);
    expect(await Promise.all(asked)).toEqual([signIn, signIn]);
    expect(made.told.at(-1)).toBeNull();
    expect(await made.ask(proxy)).toEqual(signIn);
    expect(made.told).toHaveLength(2);
  });

  it('asks again when the proxy did not take what was given', async () => {
    const made = room();
    const first = made.ask(proxy);
    made.answer(signIn);
    const second = made.ask(proxy, await first);
    expect(made.told.at(-1)).toMatchObject({ ...proxy, isAgain: true });
    made.answer({ ...signIn, password: 'right' });
    expect(await second).toMatchObject({ password: 'right' });
    // Another request was refused the wrong one, too, and hears of the right one.
    expect(await made.ask(proxy, await first)).toMatchObject({ password: 'right' });
    expect(made.told).toHaveLength(4);
  });

  it('does not ask again for another request that comes soon after', async () => {
    const made = room();
    const first = made.ask(proxy);
    made.answer(signIn);
    await first;
    expect(await made.ask(proxy)).toEqual(signIn);
    expect(made.told).toHaveLength(2);
  });

  it('asks no more once a person would not, until they send something themselves', async () => {
    const made = room();
    const first = made.ask(proxy);
    made.answer(null);
    expect(await first).toBeUndefined();
    expect(await made.ask(proxy)).toBeUndefined();
    expect(made.told).toHaveLength(2);
    made.mayAskAgain();
    const second = made.ask(proxy);
    made.answer(signIn);
    expect(await second).toEqual(signIn);
    // A sign-in that is known is no refusal: it is not asked for again.
    made.mayAskAgain();
    expect(await made.ask(proxy)).toEqual(signIn);
  });

  it('asks for one proxy after the other, each with its own answer', async () => {
    const made = room();
    const other = { host: 'other.example:8080', realm: '' };
    const first = made.ask(proxy);
    const second = made.ask(other);
    expect(made.told.at(-1)).toMatchObject(proxy);
    made.answer(signIn);
    expect(made.told.at(-1)).toMatchObject(other);
    made.answer(null);
    expect(await first).toEqual(signIn);
    expect(await second).toBeUndefined();
    expect(made.told.at(-1)).toBeNull();
  });

  it('waits for nobody where there is no window to ask in', async () => {
    const made = room();
    made.screen.hasWindow = false;
    expect(await made.ask(proxy)).toBeUndefined();
    expect(made.told).toEqual([]);
    made.screen.hasWindow = true;
    void made.ask(proxy);
    expect(made.told).toMatchObject([proxy]);
  });

  it('needs no window for what was answered before', async () => {
    const made = room();
    const first = made.ask(proxy);
    made.answer(signIn);
    await first;
    made.screen.hasWindow = false;
    expect(await made.ask(proxy)).toEqual(signIn);
    // It did not take the answer.
    expect(await made.ask(proxy, await first)).toBeUndefined();
  });

  it('takes no answer to a question that is not asked, and shows a proxy’s names cut', async () => {
    const made = room();
    void made.handlers.answer({ id: 'gone', signIn });
    expect(made.told).toEqual([]);
    void made.ask({ host: 'h'.repeat(1_000), realm: 'r'.repeat(100_000) });
    expect(made.told.at(-1)?.host).toHaveLength(300);
    expect(made.told.at(-1)?.realm).toHaveLength(300);
    expect(await made.handlers.waiting(undefined)).toEqual(made.told.at(-1));
  });
});
