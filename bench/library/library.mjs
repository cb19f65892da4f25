/* global document, requestAnimationFrame -- what runs in the page */
// A library of 10,000 themes is no burden: a key in the search field to the painted list, over a
// plain text field in the same window; and the save of one theme, against the same with 10 themes
// and against electron-store's writer with the same data in one file. Each in turns.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { _electron } from '@playwright/test';
import Conf from 'conf';
import { bundleProgram } from '../../tools/bundle-program.mjs';
import { sandboxSwitches } from '../../tools/electron-runtime.mjs';
import { root } from '../../tools/running.mjs';
import { median, tell } from '../statistics.mjs';

const many = 10_000;
const few = 10;
const saves = 30;

async function bundle(folder) {
  const file = await bundleProgram(new URL('saves.ts', import.meta.url), folder, { format: 'es' });
  return import(pathToFileURL(file).href);
}

async function measureSaves(folder, { openLibrary, save, makeThemes }) {
  const large = await openLibrary(join(folder, 'large'), many);
  const small = await openLibrary(join(folder, 'small'), few);
  // What electron-store is made of, on its own in plain Node: the same writer, one file for all.
  const store = new Conf({
    cwd: join(folder, 'store'),
    configName: 'themes',
    accessPropertiesByDotNotation: false,
    projectName: 'foyer-bench',
  });
  store.store = Object.fromEntries(makeThemes(many).map((document) => [document.id, document]));
  const saveInStore = (name) => {
    const began = performance.now();
    store.set(large.id, { ...store.get(large.id), name });
    return performance.now() - began;
  };
  const samples = [];
  for (let run = -2; run < saves; run += 1) {
    const name = `Renamed ${String(run + 3)}`;
    const of = {
      large: () => save(large.library, large.id, name),
      small: () => save(small.library, small.id, name),
      store: () => saveInStore(name),
    };
    const order = run % 2 === 0 ? ['large', 'small', 'store'] : ['store', 'small', 'large'];
    const sample = {};
    for (const which of order) sample[which] = await of[which]();
    // The first two warm everything up.
    if (run >= 0) samples.push(sample);
  }
  for (const { library } of [large, small]) {
    await library.flush();
    library.close();
  }
  return samples;
}

/**
 * In the page: `arm` gets ready for the next key in a field, and `painted` answers with the
 * milliseconds from that key to the painted frame that shows what it leads to.
 */
function watchKeys() {
  const shown = () =>
    [...document.querySelectorAll('[role="gridcell"]')]
      .slice(0, 9)
      .map((card) => card.getAttribute('aria-label'))
      .join() + String(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount'));
  globalThis.arm = ([selector, changesList]) => {
    const field = document.querySelector(selector);
    globalThis.painted = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('The key showed nothing.')), 10_000);
      const onkeydown = ({ timeStamp }) => {
        const before = shown();
        const look = () =>
          requestAnimationFrame(() => {
            if (changesList && shown() === before) return look();
            // A task after the frame's callbacks: the frame has been drawn.
            const { port1, port2 } = new MessageChannel();
            port2.onmessage = () => resolve(performance.now() - timeStamp);
            port1.postMessage(null);
          });
        look();
      };
      field.addEventListener('keydown', onkeydown, { once: true, capture: true });
    });
    field.focus();
  };
  const plain = document.createElement('input');
  plain.id = 'plain';
  plain.style.cssText = 'position:fixed;top:0;left:0;z-index:99;width:200px';
  document.body.append(plain);
}

const searchField = '[role="main"] input[type="search"], main input[type="search"]';
/** By name, colour, tag and font; enough of them that the 95th percentile isn't the one worst key. */
const words = [
  ['harbour 12', 'teal', 'support 9', 'lagoon 77', 'lora', 'kiln 304'],
  ['midnight 5', 'events 61', 'roboto 48', 'peony 903', 'green 15', 'dm sans 22'],
  ['osteria 8', 'booking 70', 'fern 411', 'clients 36', 'montserrat 19', 'newsprint 2'],
].flat();

/** Keys in the search field of a library of so many themes, each beside one in a plain field. */
export async function measureSearch(folder, { makeThemes }, count = many, searched = words) {
  const library = join(folder, 'shown');
  mkdirSync(library, { recursive: true });
  for (const document of makeThemes(count)) {
    writeFileSync(join(library, `${document.id}.json`), JSON.stringify(document));
  }
  const app = await _electron.launch({
    args: [...sandboxSwitches(), root, `--profile=${join(folder, 'app')}`, `--library=${library}`],
  });
  try {
    const window = await app.firstWindow();
    await window.getByRole('button', { name: 'Look around first' }).click();
    await window.getByRole('gridcell').first().waitFor({ timeout: 120_000 });
    await window.evaluate(watchKeys);
    /** One key in a field, and when what it leads to was painted. */
    const press = async (selector, key, changesList) => {
      await window.evaluate((wish) => globalThis.arm(wish), [selector, changesList]);
      await window.keyboard.press(key);
      return window.evaluate(() => globalThis.painted);
    };
    const samples = [];
    let missed = 0;
    for (const word of searched) {
      await window.fill(searchField, '');
      await window.fill('#plain', '');
      for (const letter of word) {
        const key = letter === ' ' ? 'Space' : letter;
        // A key that changes nothing that is shown (the second letter of a common word) is passed.
        const changes = await changesList(window, searchField, letter);
        const plain = await press('#plain', key, false);
        const own = await press(searchField, key, changes);
        if (changes) samples.push({ own, plain });
        else missed += 1;
      }
    }
    console.log(
      `  ${String(samples.length)} keys, ${String(missed)} more that change nothing shown`,
    );
    return samples;
  } finally {
    await app.close();
  }
}

/** Whether the letter would change how many themes are found; asked of the status line's list. */
async function changesList(window, field, letter) {
  const { before, value } = await window.evaluate((selector) => {
    const input = document.querySelector(selector);
    return {
      before: document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount'),
      value: input.value,
    };
  }, field);
  await window.fill(field, value + letter);
  await window.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const after = await window.evaluate(() =>
    document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount'),
  );
  await window.fill(field, value);
  await window.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  return before !== after;
}

export async function library() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  try {
    const measured = await bundle(folder);
    const keys = await measureSearch(folder, measured);
    const plain = median(keys.map(({ plain: one }) => one));
    console.log(
      `  a key ${median(keys.map(({ own }) => own)).toFixed(1)} ms, in a plain field ${plain.toFixed(1)} ms (medians)`,
    );
    const isQuick = tell({
      name: 'library-search',
      values: keys.map(({ own }) => own - plain),
      unit: ' ms',
      goal: { p95: 16.7 },
      samples: keys,
    });
    const samples = await measureSaves(folder, measured);
    const typical = (which) => median(samples.map((sample) => sample[which]));
    console.log(
      `  a save with ${String(many)} themes ${typical('large').toFixed(1)} ms, with ${String(few)} ` +
        `${typical('small').toFixed(1)} ms, in one file ${typical('store').toFixed(1)} ms (medians)`,
    );
    const isEven = tell({
      name: 'library-save',
      values: samples.map(({ large, small }) => large / small),
      unit: '×',
      goal: { p50: 1.2 },
      samples,
    });
    const isSmall = tell({
      name: 'library-store',
      values: samples.map(({ large, store }) => large / store),
      unit: '×',
      goal: { p50: 0.1 },
      samples,
    });
    return isQuick && isEven && isSmall;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
