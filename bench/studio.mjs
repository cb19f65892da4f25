// From a key, or a step of a slider, to the painted chat, in the real app with 10,000 themes in its
// library. The control is a plain text field in the same window, typed into in turns with it.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from '@playwright/test';
import { sandboxSwitches } from '../tools/electron-runtime.mjs';
import { median, percentile, tell } from './statistics.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const themes = 10_000;
const samplesOfEach = 100;
/** One frame of a screen of 60 Hz, milliseconds. */
const frame = 1000 / 60;

/** A library of generated themes: the starters with other colours and names. */
function makeLibrary(folder) {
  mkdirSync(folder, { recursive: true });
  const starters = readdirSync(join(root, 'resources', 'themes')).map((file) =>
    JSON.parse(readFileSync(join(root, 'resources', 'themes', file), 'utf8')),
  );
  for (let number = 0; number < themes; number += 1) {
    const { name, tags, theme } = starters[number % starters.length];
    const id = randomUUID();
    const colour = `#${((number * 2_654_435) % 0xffffff).toString(16).padStart(6, '0')}`;
    const buttons = { ...theme.chat.buttons, backgroundColor: colour };
    const document = {
      format: 1,
      id,
      name: `${name} ${String(number)}`,
      tags,
      updatedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
      publications: {},
      theme: { ...theme, chat: { ...theme.chat, buttons } },
    };
    writeFileSync(
      join(folder, `t${String(number)}-${id.slice(0, 8)}.json`),
      JSON.stringify(document),
    );
  }
}

/**
 * Runs in the page: from now on each key's way to the screen is measured. `__measured` gives, for
 * the last key that was pressed, the milliseconds from the event to the end of the frame in which
 * `isPainted` holds. The end of a frame is the first task after its animation callbacks.
 */
function prepare() {
  const { document, requestAnimationFrame, self } = globalThis;
  const control = document.createElement('input');
  control.id = 'bench-control';
  control.style.cssText = 'position: fixed; left: 40vw; top: 0; z-index: 99; width: 200px;';
  document.body.append(control);
  const chat = () => document.querySelector('iframe').contentDocument;
  const looks = {
    field: () => control.value,
    // What was painted, not what was asked for.
    chat: () =>
      chat().defaultView.getComputedStyle(chat().querySelector('.foyer-buttons > .typebot-button'))
        .backgroundColor,
  };
  globalThis.__measure = (what) => {
    const before = looks[what]();
    globalThis.__measured = new Promise((resolve) => {
      const from = (event) => {
        const began = event.timeStamp;
        const eachFrame = () =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              const ended = performance.now();
              if (looks[what]() === before) eachFrame();
              else resolve(ended - began);
            };
            port2.postMessage(null);
          });
        eachFrame();
      };
      self.addEventListener('keydown', from, { capture: true, once: true });
    });
  };
}

export async function studio() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  const library = join(folder, 'library');
  makeLibrary(library);
  const app = await _electron.launch({
    args: [
      ...sandboxSwitches(),
      root,
      `--profile=${join(folder, 'profile')}`,
      `--library=${library}`,
    ],
  });
  try {
    const window = await app.firstWindow();
    await window.getByRole('button', { name: 'Look around first' }).click();
    await window.getByRole('gridcell').first().press('Enter');
    const sections = window.getByRole('region', { name: 'Theme sections' });
    await sections.getByRole('button', { name: /^Buttons/u }).click();
    await window.frameLocator('iframe').locator('.typebot-button').first().waitFor();
    await window.evaluate(prepare);
    const field = window.getByRole('textbox', { name: 'Buttons, background', exact: true });
    const control = window.locator('#bench-control');

    const press = async (what, key) => {
      await window.evaluate((what) => globalThis.__measure(what), what);
      await window.keyboard.press(key);
      return window.evaluate(() => globalThis.__measured);
    };
    /** The last digit typed over: every key makes another colour. */
    const digits = ['1', '9', '4', 'C', '6', 'E', '2', 'A'];
    const type = async (at) => {
      await field.focus();
      await window.keyboard.press('End');
      await window.keyboard.press('Shift+ArrowLeft');
      return press('chat', digits[at % digits.length]);
    };
    const plain = async (at) => {
      await control.focus();
      return press('field', digits[at % digits.length]);
    };

    await field.fill('#0042D0');
    const samples = { key: [], slider: [], control: [] };
    for (let at = -10; at < samplesOfEach; at += 1) {
      const isCounted = at >= 0;
      // In turns, and the order in turns too: what the machine does besides hits both.
      const steps = [
        ['control', plain],
        ['key', type],
      ];
      for (const [name, step] of at % 2 === 0 ? steps : steps.reverse()) {
        const took = await step(at + 10);
        if (isCounted) samples[name].push(took);
      }
    }

    // The slider, with the popover open: the control goes on beside it.
    await window.getByRole('button', { name: 'Choose a colour: Buttons, background' }).click();
    const hue = window.getByRole('slider', { name: 'Hue' });
    for (let at = 0; at < samplesOfEach; at += 1) {
      await hue.focus();
      // There and back: at its end the slider would stand still.
      const way = at < samplesOfEach / 2 ? 'ArrowRight' : 'ArrowLeft';
      samples.slider.push(await press('chat', way));
      samples.control.push(await plain(at));
    }

    const told = (name) =>
      `${name} ${median(samples[name]).toFixed(1)} and ${percentile(samples[name], 0.95).toFixed(1)} ms`;
    console.log(
      `  median and 95th percentile: ${['key', 'slider', 'control'].map(told).join(', ')}`,
    );
    // Each share of the samples against the same share of the control's: what a busy machine adds to
    // the slow ones of both is no doing of the chat's.
    const shares = Array.from({ length: 100 }, (_, at) => (at + 1) / 100);
    const over = (own) =>
      shares.map((share) => percentile(own, share) - percentile(samples.control, share));
    const [byKey, bySlider] = [over(samples.key), over(samples.slider)];
    return tell({
      name: 'studio',
      values: shares.map((_, at) => Math.max(byKey[at], bySlider[at])),
      unit: ' ms over a plain field',
      goal: { p95: frame },
      samples,
    });
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
