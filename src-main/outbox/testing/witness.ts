/**
 * Watches what the window is notified of while a test goes on, and holds it against what the service has at
 * that very moment.
 */
import type { ThemeSummary } from '@shared/library';
import type { Delivery } from '@shared/theme/status';
import type { OutboxFixture } from './fixture-outbox';

/** What the witness has seen. */
export interface Witness {
  /** What was said and was not so; empty at the end of every test. */
  readonly lies: readonly string[];
  /** Each name that a theme ever had: a template that has one of them is made of that theme. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Begins to watch; `before`: what was seen in an earlier run of the program. */
export async function watched(
  made: OutboxFixture,
  practice: OutboxFixture['practice'] = made.practice,
  before?: Witness,
): Promise<Witness> {
  const lies: string[] = [];
  const names = new Map([...(before?.names ?? [])].map(([id, known]) => [id, new Set(known)]));
  const templatesOf = (id: string) =>
    practice.state().templates.filter(({ name }) => names.get(id)?.has(name));

  function look({ id, name, places }: ThemeSummary, delivery: Delivery): void {
    const known = names.get(id) ?? new Set();
    names.set(id, known.add(name));
    const templates = templatesOf(id);
    const place = places.find(({ connectionId }) => connectionId === made.connection.id);
    if (!place) return;
    const { relation, templateId } = place;
    const says = `${name}: ${relation}, ${delivery}`;
    const has = `the service has ${JSON.stringify(templates.map((each) => [each.id, each.name]))}`;
    const lie = (): unknown => lies.push(`${says}; ${has}`);

    if (templates.length > 1) lie();
    // By its id alone: a card may still have the name that was there before a publication.
    const isThere = practice.state().templates.some((each) => each.id === templateId);
    if (relation !== 'never' && !isThere) lie();
    if (relation === 'never' && delivery !== 'sending' && delivery !== 'unknown') {
      // Where a repetition does no harm, one that may be there is tried again unasked.
      if (templates.length > 0 && made.connection.keepsClientIds !== 'yes') lie();
      if (templates.length > 0 && (delivery === 'idle' || delivery === 'refused')) lie();
    }
    if (relation === 'same' && delivery === 'idle' && templates[0]?.name !== name) lie();
  }

  const cards = new Map<string, ThemeSummary>();
  const lookNow = (theme: ThemeSummary): void => {
    cards.set(theme.id, theme);
    look(theme, made.outbox.deliveryOf(theme.id, made.connection.id));
  };
  for (const theme of (await made.library.handlers.list(undefined)).themes) lookNow(theme);
  made.library.onChange(({ upserted }) => {
    for (const theme of upserted) lookNow(theme);
  });
  made.onSnapshot(({ deliveries }) => {
    const here = deliveries.filter(({ connectionId }) => connectionId === made.connection.id);
    const byTheme = new Map(here.map(({ themeId, delivery }) => [themeId, delivery]));
    for (const card of cards.values()) look(card, byTheme.get(card.id) ?? 'idle');
  });
  made.onAnswer(({ themeId, result }) => {
    if (result?.outcome.kind !== 'accepted') return;
    if (practice.state().templates.some(({ id }) => id === result.templateId)) return;
    lies.push(`${themeId}: accepted as ${String(result.templateId)}, which is not there`);
  });
  return { lies, names };
}
