/** What can be wrong with how a page looks, looked for in the page itself. Each gives what it found. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds in a page, or in one part of it. */
export async function breaches(
  page: Page,
  { within, rules }: { within?: string; rules?: string[] } = {},
) {
  // What is fading in has too little contrast, and only for a moment.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  if (within !== undefined) builder.include(within);
  if (rules) builder.withRules(rules);
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id} ${String(target)} ${any[0]?.message ?? ''}`),
  );
}

/** Things that stick out, are cut off without a sign, or can't be reached. */
export function misfits(window: Page): Promise<string[]> {
  return window.evaluate(() => {
    const found: string[] = [];
    const called = (element: Element) => {
      const text = element.textContent?.replace(/\s+/gu, ' ').trim().slice(0, 40) ?? '';
      const classes = [...element.classList].filter((name) => !name.startsWith('svelte-'));
      return `${[element.localName, ...classes].join('.')} “${text}”`;
    };
    const isShown = (element: Element) => {
      const folded = element.closest('details:not([open])');
      if (folded && element !== folded && !element.closest('summary')) return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 2 && height > 2 && getComputedStyle(element).visibility === 'visible';
    };
    const main = document.querySelector('main');
    for (const element of [document.documentElement, document.body, main]) {
      if (element && element.scrollWidth > element.clientWidth) {
        found.push(
          `${called(element)} is ${String(element.scrollWidth - element.clientWidth)} px too wide`,
        );
      }
    }
    const { scrollHeight, clientHeight } = document.body;
    if (scrollHeight > clientHeight + 1) {
      found.push(`the page is ${String(scrollHeight - clientHeight)} px too long`);
    }
    const all = [...document.body.querySelectorAll<HTMLElement>('*')].filter(isShown);
    for (const element of all) {
      const style = getComputedStyle(element);
      if (style.display === 'inline' || element.closest('iframe, svg, .sr, [aria-hidden="true"]'))
        continue;
      const wide = element.scrollWidth - element.clientWidth;
      const high = element.scrollHeight - element.clientHeight;
      const text = element.textContent?.trim() ?? '';
      if (wide > 1 && ['hidden', 'clip'].includes(style.overflowX) && text !== '') {
        const isTold =
          style.textOverflow === 'ellipsis' || element.title !== '' || element.closest('[title]');
        if (!isTold) found.push(`${called(element)} cuts off ${String(wide)} px at its side`);
      }
      const isOfText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (high > 2 && ['hidden', 'clip'].includes(style.overflowY) && isOfText) {
        found.push(`${called(element)} cuts off ${String(high)} px at its foot`);
      }
      const scrolls = ['auto', 'scroll'].includes(style.overflowX);
      if (
        wide > 1 &&
        scrolls &&
        !/^pre/u.test(style.whiteSpace) &&
        element.localName !== 'textarea'
      ) {
        found.push(`${called(element)} scrolls sideways by ${String(wide)} px`);
      }
    }
    // Drawn by the system, and not as the rest of Foyer.
    for (const element of all) {
      const { appearance, display, listStyleType, opacity } = getComputedStyle(element);
      // What is drawn in its place lies beside it.
      if (opacity === '0') continue;
      const isBox = element.matches('input[type="checkbox"], input[type="radio"], select');
      const isTriangle =
        element.localName === 'summary' &&
        display === 'list-item' &&
        listStyleType.startsWith('disclosure');
      if ((isBox && !['none', 'base-select'].includes(appearance)) || isTriangle) {
        found.push(`${called(element)} is drawn by the system`);
      }
    }
    // Text that leaves the control that it is written on.
    for (const control of all.filter((one) =>
      one.matches('button, [role="radio"], label, a, td, .tag'),
    )) {
      const box = control.getBoundingClientRect();
      const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { currentNode: node } = walker;
        const parent = node.parentElement;
        if (!node.textContent?.trim() || !parent || parent.closest('.sr')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const ink = range.getBoundingClientRect();
        let clip: Element | null = parent;
        while (clip && clip !== control && getComputedStyle(clip).overflowX === 'visible') {
          clip = clip.parentElement;
        }
        if (clip !== control || getComputedStyle(control).overflowX !== 'visible') continue;
        if (ink.width > 0 && (ink.right > box.right + 1 || ink.left < box.left - 1)) {
          found.push(`the text of ${called(control)} sticks out`);
        }
      }
    }
    // Controls of one row that lie on each other.
    const floats = (element: Element | null): boolean =>
      element !== null &&
      (['sticky', 'absolute', 'fixed'].includes(getComputedStyle(element).position) ||
        floats(element.parentElement));
    /** What of it can be seen, with what is scrolled away left out. */
    const inSight = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === 'visible') continue;
        const box = at.getBoundingClientRect();
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
      return { left, right, top, bottom };
    };
    const buttons = all
      .filter((one) => one.matches('main button, main [role="radio"]') && !floats(one))
      .map((element) => ({ element, box: inSight(element) }));
    for (const { element: one, box } of buttons) {
      // A container of its own hides from `scrollWidth` what sticks out of it.
      if (one.getBoundingClientRect().right > innerWidth + 1) {
        found.push(`${called(one)} goes beyond the window`);
      }
      for (const { element: other, box: over } of buttons) {
        if (one === other || one.contains(other) || other.contains(one)) continue;
        const across = Math.min(box.right, over.right) - Math.max(box.left, over.left);
        const down = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
        if (across > 3 && down > 3) found.push(`${called(one)} lies on ${called(other)}`);
      }
    }
    // What a screen is for can be brought into sight, and nothing lies over it.
    const layer = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]');
    for (const primary of all.filter((one) => one.matches('button.primary'))) {
      if (layer && !layer.contains(primary)) continue;
      primary.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, right, top, bottom } = primary.getBoundingClientRect();
      if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) {
        found.push(`${called(primary)} can’t be brought into sight`);
      } else {
        const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        // A toast goes by itself; a dialog makes room for it.
        const isToast = layer === null && on?.closest('[data-sonner-toast]');
        const isFree = !on || primary.contains(on) || isToast;
        if (!isFree) found.push(`${called(primary)} lies under ${called(on)}`);
      }
    }
    return [...new Set(found)];
  });
}

/** Of what Tab reaches, each whose ring is cut off where it lies. The keyboard has to be in use. */
export function cutRings(window: Page): Promise<string[]> {
  return window.evaluate(() => {
    const found: string[] = [];
    const before = document.activeElement;
    // A dialog keeps the keyboard for itself.
    const layer = document.querySelector('[role="dialog"], [role="alertdialog"]');
    const reached = [
      ...(layer ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, iframe, .sr') &&
        element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
        !element.closest('[inert]'),
    );
    const isOutlined = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    };
    for (const element of reached) {
      element.focus();
      if (document.activeElement !== element || !element.matches(':focus-visible')) continue;
      const inside = element.matches('[role="gridcell"]')
        ? [...element.querySelectorAll('*')].find(isOutlined)
        : undefined;
      let ringed: Element | null = inside ?? element;
      while (ringed && !isOutlined(ringed)) ringed = ringed.parentElement;
      if (!ringed) continue;
      const { outlineWidth, outlineOffset } = getComputedStyle(ringed);
      const room = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const box = ringed.getBoundingClientRect();
      let clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      let at: Element | null = ringed;
      while (at && getComputedStyle(at).position !== 'fixed' && (at = at.parentElement)) {
        if (getComputedStyle(at).overflowX === 'visible' || at === document.documentElement)
          continue;
        const over = at.getBoundingClientRect();
        const left = over.left + at.clientLeft;
        const top = over.top + at.clientTop;
        clip = {
          left: Math.max(clip.left, left),
          top: Math.max(clip.top, top),
          right: Math.min(clip.right, left + at.clientWidth),
          bottom: Math.min(clip.bottom, top + at.clientHeight),
        };
      }
      const gaps = {
        left: box.left - clip.left,
        top: box.top - clip.top,
        right: clip.right - box.right,
        bottom: clip.bottom - box.bottom,
      };
      for (const [side, gap] of Object.entries(gaps)) {
        // What is larger than its room can't have a whole ring.
        if (gap < -1 || gap >= room - 0.6) continue;
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30);
        found.push(
          `${element.localName}.${[...element.classList].filter((one) => !one.startsWith('svelte-')).join('.')} “${name ?? ''}” is cut at its ${side}`,
        );
      }
    }
    if (before instanceof HTMLElement) before.focus();
    return [...new Set(found)];
  });
}

/** Text in the page that is not from the catalogue: to be called in the pseudo-locale. */
export function foreignText(window: Page, known: readonly string[]): Promise<string[]> {
  return window.evaluate((known) => {
    const found: string[] = [];
    const look = (text: string | null | undefined, where: Element) => {
      const rest = (text ?? '').replace(/\[[^[\]]*~\]/gu, '').trim();
      // In the pseudo-locale no plain small letter is left; what has some is not from there.
      const isForeign = (part: string) =>
        /[a-z]{2}/u.test(part) && !/^https?:\/\//u.test(part) && !known.includes(part);
      if (!rest.split(/ · |, | ·$/u).some(isForeign)) return;
      found.push(`${where.localName}.${[...where.classList].join('.')}: ${rest.slice(0, 60)}`);
    };
    // What is shown as it was typed or came from a service, and points in time.
    const isData =
      'code, pre, kbd, .mono, .selectable, time, style, script, iframe, title, textarea';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent && !parent.closest(isData)) look(walker.currentNode.textContent, parent);
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']) {
        // What is shown as data has the whole of it in its tooltip.
        if (name === 'title' && element.matches('.selectable')) continue;
        if (!element.closest('svg, time')) look(element.getAttribute(name), element);
      }
    }
    return [...new Set(found)];
  }, known);
}
