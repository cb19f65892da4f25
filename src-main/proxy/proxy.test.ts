import { describe, expect, it } from 'vitest';
import type { ProxyQuestion } from '@shared/bridge/proxy';
import { createProxySignIn } from './proxy';

const office = { host: 'proxy.example:3128', realm: 'Office' };
const signIn = { username: 'ada', password: 'secret' };

/** The room, with a window that can be closed and a clock that is moved by hand. */
function setUp() {
  const place = { hasWindow: true, now: 0 };
  let question: ProxyQuestion | null = null;
  const proxy = createProxySignIn(
    (next) => (question = next),
    () => place.hasWindow,
    () => place.now,
  );
  const answer = (with_: typeof signIn | null) =>
    proxy.handlers.answer({ id: question?.id ?? '', signIn: with_ });
  return { place, proxy, answer, question: () => question };
}

describe('signing in to a proxy', () => {
  it('is asked once, and answers all who wait', async () => {
    const { proxy, answer, question } = setUp();
    const both = Promise.all([proxy.ask(office), proxy.ask(office)]);
    expect(question()).toMatchObject({ ...office, isAgain: false });
    await answer(signIn);
    expect(await both).toEqual([signIn, signIn]);
    expect(question()).toBeNull();
  });

  it('waits for nobody where there is no window to ask in', async () => {
    const { place, proxy, question } = setUp();
    place.hasWindow = false;
    expect(await proxy.ask(office)).toBeUndefined();
    expect(question()).toBeNull();
    place.hasWindow = true;
    void proxy.ask(office);
    expect(question()).toMatchObject(office);
  });

  it('needs no window for what was answered before', async () => {
    const { place, proxy, answer } = setUp();
    const first = proxy.ask(office);
    await answer(signIn);
    await first;
    place.hasWindow = false;
    place.now = 60_000;
    expect(await proxy.ask(office)).toEqual(signIn);
    // Asked again at once: it did not take the answer.
    expect(await proxy.ask(office)).toBeUndefined();
  });

  it('is asked again after a no only when a person sends something', async () => {
    const { proxy, answer, question } = setUp();
    const first = proxy.ask(office);
    await answer(null);
    expect(await first).toBeUndefined();
    expect(await proxy.ask(office)).toBeUndefined();
    proxy.mayAskAgain();
    void proxy.ask(office);
    expect(question()).toMatchObject(office);
  });
});
