import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDialogs } from '../ui/open-dialogs.svelte';
import { navigation } from './navigation.svelte';

describe('navigation', () => {
  it('stays where it is when the place is the same', () => {
    navigation.go({ screen: 'studio', themeId: 'a' });
    const before = navigation.current;
    navigation.go({ screen: 'studio', themeId: 'a' });
    expect(navigation.current).toBe(before);
    navigation.go({ screen: 'studio', themeId: 'b' });
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'b' });
  });
});

/** A theme is ready, or opened by a link, while a dialog or the palette is open, and a person goes elsewhere from there. */
describe('a theme is ready, or opened by a link, while a dialog is open', () => {
  beforeEach(() => navigation.go({ screen: 'library' }));

  it('is shown once the dialog is closed', () => {
    const close = openDialogs.add();
    navigation.goWhenFree({ screen: 'studio', themeId: 'harbour' });
    flushSync();
    expect(navigation.current).toEqual({ screen: 'library' });

    close();
    flushSync();
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'harbour' });
  });

  it('doesn’t take them out of what they chose since', () => {
    const close = openDialogs.add();
    navigation.goWhenFree({ screen: 'studio', themeId: 'harbour' });
    navigation.go({ screen: 'studio', themeId: 'quay' });
    close();
    flushSync();
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'quay' });
  });

  it('is the one that was asked for last', () => {
    const close = openDialogs.add();
    navigation.goWhenFree({ screen: 'studio', themeId: 'harbour' });
    navigation.goWhenFree({ screen: 'studio', themeId: 'umbra' });
    close();
    flushSync();
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'umbra' });
  });

  it('tells of each whether it was shown', async () => {
    const { place } = navigation;
    const close = openDialogs.add();
    const first = navigation.goFrom(place, { screen: 'studio', themeId: 'harbour' });
    const second = navigation.goFrom(place, { screen: 'studio', themeId: 'umbra' });
    close();
    flushSync();
    expect(await Promise.all([first, second])).toEqual([false, true]);
    // From there, nobody is taken anywhere.
    expect(await navigation.goFrom(place, { screen: 'bin' })).toBe(false);
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'umbra' });
  });

  it('isn’t shown to who goes on with something there', () => {
    const close = openDialogs.add();
    navigation.goWhenFree({ screen: 'studio', themeId: 'harbour' });
    navigation.stay();
    close();
    flushSync();
    expect(navigation.current).toEqual({ screen: 'library' });
  });
});
