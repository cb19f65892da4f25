/** What a person has to know who decides about a save that may or may not have arrived. */
import type { Connection } from '@shared/connection';
import { m } from '@shared/messages/messages';
import type { OutboxItem } from '@shared/publishing';

/** What is known of the save; absent is not known. */
export interface UncertainSave {
  /** Nothing was there before it: it may have made the template. */
  readonly isFirst: boolean;
  /** How many saves in a row may have arrived. */
  readonly unsureTries?: number | undefined;
}

/** Whether it may be there, whether it may be there twice, and what sending it again would do. */
export function decisionText(
  save: UncertainSave,
  { label, keepsClientIds }: Pick<Connection, 'label' | 'keepsClientIds'>,
): string {
  const sentences = [
    save.isFirst ? m.outbox_decision_first() : m.outbox_decision_later({ label }),
    (save.unsureTries ?? 0) > 1 && keepsClientIds !== 'yes'
      ? m.outbox_decision_copies({ label })
      : '',
    whatSendingAgainDoes(save, label, keepsClientIds),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** What Foyer does next about what is in doubt: what it learns of the service from another save may settle it, too. */
export function nextOfDoubt(
  { isSettledByKeptIds }: Pick<OutboxItem, 'isSettledByKeptIds'>,
  { label, keepsClientIds }: Pick<Connection, 'label' | 'keepsClientIds'>,
): string {
  const mayLearn = isSettledByKeptIds && keepsClientIds === 'unknown';
  return mayLearn ? m.outbox_next_decision_unless({ label }) : m.outbox_next_decision();
}

/** What the button says by which a person says that it didn't arrive. */
export function dropWord({ isFirst }: UncertainSave): string {
  return isFirst ? m.outbox_decide_drop() : m.outbox_decide_drop_later();
}

/** What a person can decide only in the library that it is of, which may be gone; empty for the one that is open. */
export function elsewhereDecided(
  item: UncertainSave & Pick<OutboxItem, 'isOfOtherLibrary'>,
): string {
  return item.isOfOtherLibrary ? m.outbox_decision_other_library({ drop: dropWord(item) }) : '';
}

/** What it means that a theme which has arrived is never recorded in the library it came from. */
export function unrecordedText(
  { isFirst }: Pick<OutboxItem, 'isFirst'>,
  { label, keepsClientIds }: Pick<Connection, 'label' | 'keepsClientIds'>,
): string {
  const again = {
    yes: m.outbox_cancel_recording_replaces,
    no: m.outbox_cancel_recording_copies,
    unknown: m.outbox_cancel_recording_unknown,
    // Of a template that the library knows none is made.
  }[isFirst ? keepsClientIds : 'yes'];
  return `${m.outbox_cancel_recording_text({ label })} ${again({ label })}`;
}

function whatSendingAgainDoes(
  { isFirst }: UncertainSave,
  label: string,
  keepsClientIds: Connection['keepsClientIds'],
): string {
  switch (keepsClientIds) {
    case 'yes':
      return m.outbox_again_replaces();
    case 'no':
      return isFirst
        ? m.outbox_again_copies_first({ label })
        : m.outbox_again_copies_later({ label });
    case 'unknown':
      return isFirst
        ? m.outbox_again_unknown_first({ label })
        : m.outbox_again_unknown_later({ label });
  }
}
