/** The program's facts and the preferences, and what they do to the page: colours, size, language. */
import { takeLocaleFrom } from '@shared/messages/in-locale';
import type { AppState, Preferences } from '@shared/bridge/app';
import { bridge, onEvent } from '../bridge';
import { platform } from '../ui/platform.svelte';

/** What is assumed until main has answered; the page is hidden until then. */
const beforeStart: AppState = {
  preferences: { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
  platform: 'linux',
  version: '',
  electron: '',
  hasKnownHoles: false,
  isFirstRun: false,
};

class App {
  #state = $state.raw<AppState>(beforeStart);
  #end: (() => void) | null = null;
  /** The last change of preferences, or main's first answer, which it changes; never rejects. */
  #preferring: Promise<void> = Promise.resolve();

  get state(): AppState {
    return this.#state;
  }

  /** Listens, then takes the facts from main. Rejects with a `ProblemError`. */
  async start(): Promise<void> {
    this.end();
    this.#end = onEvent('app.preferencesChanged', (preferences) => this.#prefer(preferences));
    const started = bridge.app.state().then((state) => {
      this.#state = state;
      this.#show();
    });
    this.#preferring = started.catch(() => undefined);
    await started;
  }

  /** Shows the state that it was last, until main has answered. */
  showFirst(state: AppState): void {
    this.#state = state;
    this.#show();
  }

  /** Stops listening. */
  end(): void {
    this.#end?.();
    this.#end = null;
  }

  /**
   * Changes preferences, one change after the other; what main made of them counts. A list is changed by
   * a function of what it is at its turn, so that two changes at once are both there. Rejects with a
   * `ProblemError`.
   */
  async prefer(
    changes: Partial<Preferences> | ((now: Preferences) => Partial<Preferences>),
  ): Promise<void> {
    const change = this.#preferring.then(async () => {
      const { preferences } = this.#state;
      const changed = typeof changes === 'function' ? changes(preferences) : changes;
      this.#prefer(await bridge.app.setPreferences(changed));
    });
    this.#preferring = change.catch(() => undefined);
    await change;
  }

  /** The first connection was made, or the person chose to look around without one. */
  endFirstRun(): void {
    this.#state = { ...this.#state, isFirstRun: false };
  }

  #prefer(preferences: Preferences): void {
    this.#state = { ...this.#state, preferences };
    this.#show();
  }

  #show(): void {
    const { preferences } = this.#state;
    platform.name = this.#state.platform;
    const page = document.documentElement;
    page.lang = preferences.locale;
    page.dataset['platform'] = platform.name;
    page.style.fontSize = `${preferences.textSize}%`;
  }
}

/** The one state of the program in this window. */
export const app = new App();

// Read through the state, so that text on screen changes with the language.
takeLocaleFrom(() => app.state.preferences.locale);
