/** What would be cut off if Foyer ended now, and the end of it. */
import { expect, it } from 'vitest';
import { Works } from './works';

const works = () => new Works(() => undefined);

function held() {
  let letGo: () => void = () => undefined;
  const until = new Promise<void>((done) => (letGo = done));
  return { until, letGo };
}

it('is what was handed in and has not ended, well or not', async () => {
  const all = works();
  const { until, letGo } = held();
  const first = all.run('import', () => until);
  const second = all.run('backup', () => Promise.reject(new Error('no')));
  expect(all.underWay).toEqual(['import', 'backup']);
  letGo();
  await first;
  await expect(second).rejects.toThrow('no');
  expect(all.underWay).toEqual([]);
});

it('is not what a person is still asked for', async () => {
  const all = works();
  const question = held();
  const asked = held();
  const work = held();
  const restored = all.run('restore', async () => {
    const answer = all.asking(() => question.until);
    asked.letGo();
    await answer;
    await work.until;
  });
  await asked.until;
  expect(all.underWay).toEqual([]);
  question.letGo();
  await expect.poll(() => all.underWay).toEqual(['restore']);
  work.letGo();
  await restored;
});

it('is stopped at the end, with what waits for its turn', async () => {
  const all = works();
  const did: string[] = [];
  const one = (name: string) =>
    all.run('import', () =>
      all.working('import', 2, async (work) => {
        if (work.isStopped) return;
        did.push(name);
        all.end();
        expect(work.isStopped).toBe(true);
      }),
    );
  await Promise.all([one('first'), one('second')]);
  expect(did).toEqual(['first']);
});
