/**
 * Draws the chat into a document from outside: no script runs in the preview's frame. The
 * conversation is built once; a change of the theme sets variables and marks, and builds nothing.
 */
import type { Theme } from '@shared/theme/theme';
import { typedKey } from '../ui/keys';
import { chatLook, type HeldPictures } from './look';
import type { BotTurn, SampleConversation } from './sample';

/** The parts of the chat that can be picked. */
export type ChatPart =
  | 'background'
  | 'hostAvatar'
  | 'guestAvatar'
  | 'hostBubbles'
  | 'guestBubbles'
  | 'buttons'
  | 'inputs';

export interface ChatListeners {
  /** A person clicked on a part. */
  onpick: (part: ChatPart) => void;
  /** A key went down that the chat's own text field has no use for; the window does not hear it. */
  onkey: (event: KeyboardEvent) => void;
}

/** A chat in a document. */
export interface Chat {
  /** Shows the theme, but not its custom CSS, which is the frame's matter. */
  paint(theme: Theme, held?: HeldPictures): void;
  /** Puts the ring and the name on a part (the one that was clicked, or its first), or takes it off. */
  pick(part: ChatPart | null, name: string): void;
  /** Starts the conversation again. */
  restart(): void;
}

const partSelectors: readonly [ChatPart, string][] = [
  ['hostAvatar', '.foyer-host-turn > .typebot-avatar-container'],
  ['guestAvatar', '.foyer-guest-turn > .typebot-avatar-container'],
  ['hostBubbles', '.typebot-host-bubble'],
  ['guestBubbles', '.typebot-guest-bubble'],
  ['buttons', '.foyer-buttons > .typebot-button'],
  ['inputs', '.typebot-input'],
  ['background', '.typebot-container'],
];

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Whether a key in a text field is none of the field's own: Ctrl K, not a letter and not Ctrl Z. */
function isNoTyping(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, isComposing } = event;
  return (ctrlKey || metaKey) && !altKey && !isComposing && !/^[acvxyz]$/u.test(typedKey(event));
}

/** Builds the conversation in the document's body and listens to it. */
export function drawChat(
  doc: Document,
  sample: SampleConversation,
  { onpick, onkey }: ChatListeners,
): Chat {
  const element = <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    className: string,
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[Tag] => {
    const made = doc.createElement(tag);
    made.className = className;
    made.append(...children);
    return made;
  };

  const avatar = (initial: string) =>
    element('div', 'typebot-avatar-container', element('span', 'foyer-avatar', initial));
  const hostBubble = (text: string) =>
    element(
      'div',
      'typebot-host-bubble',
      element('div', 'bubble-typing'),
      element('div', 'foyer-text', text),
    );

  const view = element('div', 'typebot-chat-view');
  const field = element('input', 'text-input');
  field.type = 'text';
  field.maxLength = 300;
  field.placeholder = sample.placeholder;
  field.setAttribute('aria-label', sample.placeholder);
  const arrow = doc.createElementNS(svgNamespace, 'svg');
  arrow.setAttribute('viewBox', '0 0 24 24');
  arrow.setAttribute('aria-hidden', 'true');
  const line = doc.createElementNS(svgNamespace, 'path');
  line.setAttribute('d', 'M5 12h14M13.5 6.5 19 12l-5.5 5.5');
  arrow.append(line);
  const send = element('button', 'typebot-button foyer-send');
  send.type = 'button';
  send.setAttribute('aria-label', sample.send);
  send.append(arrow);
  const dots = element('div', 'bubble-typing', ...[1, 2, 3].map(() => doc.createElement('span')));
  const typing = element('div', 'typebot-host-bubble foyer-typing', dots);
  typing.setAttribute('role', 'img');
  typing.setAttribute('aria-label', sample.typing);
  const container = element(
    'div',
    'typebot-container',
    view,
    element(
      'div',
      'foyer-column',
      element('div', 'foyer-turn foyer-host-turn', avatar(sample.botInitial), typing),
      element('div', 'typebot-input', field, send),
    ),
  );

  let picked: { part: ChatPart; name: string } | null = null;
  /** Where the ring goes when its part is picked: to what was clicked, or to the part's first. */
  let clicked: { part: ChatPart; element: Element } | null = null;
  let ringed: Element | null = null;
  let replied = 0;

  function showPicked(): void {
    const before = ringed;
    ringed = null;
    if (picked) {
      const { part } = picked;
      const selector = partSelectors.find(([candidate]) => candidate === part)?.[1];
      ringed =
        clicked?.part === part && clicked.element.isConnected
          ? clicked.element
          : selector
            ? doc.querySelector(selector)
            : null;
    }
    before?.removeAttribute('data-foyer-picked');
    if (!ringed || !picked) return;
    ringed.setAttribute('data-foyer-picked', picked.name);
    if (ringed !== before && picked.part !== 'background')
      ringed.scrollIntoView({ block: 'nearest' });
  }

  function botTurn({ says, offers }: BotTurn): Element[] {
    const turn = element(
      'div',
      'foyer-turn foyer-host-turn',
      avatar(sample.botInitial),
      element('div', 'foyer-bubbles', ...says.map(hostBubble)),
    );
    if (offers.length === 0) return [turn];
    const buttons = offers.map((offer) => {
      const button = element('button', 'typebot-button', offer);
      button.type = 'button';
      return button;
    });
    return [turn, element('div', 'foyer-buttons', ...buttons)];
  }

  const guestTurn = (text: string) =>
    element(
      'div',
      'foyer-turn foyer-guest-turn',
      element('div', 'typebot-guest-bubble', text),
      avatar(sample.guestInitial),
    );

  function answer(text: string): void {
    const reply = sample.replies[replied % sample.replies.length];
    replied += 1;
    view.querySelector('.foyer-buttons')?.remove();
    view.append(guestTurn(text), ...(reply ? botTurn(reply) : []));
    // The ring moves on with the chat when the part that wore it has gone.
    showPicked();
    view.scrollTop = view.scrollHeight;
  }

  function sendTyped(): void {
    const text = field.value.trim();
    if (text === '') return;
    field.value = '';
    answer(text);
  }

  function restart(): void {
    replied = 0;
    field.value = '';
    view.replaceChildren(
      ...sample.opening.flatMap(({ bot, guest }) => [
        ...botTurn(bot),
        ...(guest === undefined ? [] : [guestTurn(guest)]),
      ]),
    );
    showPicked();
    view.scrollTop = 0;
  }

  container.addEventListener('click', (event) => {
    const target = event.target as Element;
    const button = target.closest('.foyer-buttons > .typebot-button');
    const found = partSelectors
      .map(([part, selector]) => ({ part, element: target.closest(selector) }))
      .find((candidate) => candidate.element !== null);
    if (found?.element) {
      clicked = { part: found.part, element: found.element };
      showPicked();
      onpick(found.part);
    }
    if (button) answer(button.textContent ?? '');
    else if (target.closest('.foyer-send')) sendTyped();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing) sendTyped();
  });
  doc.addEventListener('keydown', (event) => {
    if (event.target !== field || isNoTyping(event)) onkey(event);
  });

  restart();
  doc.body.replaceChildren(container);

  const painted = new Map<string, string>();
  return {
    paint(theme, held) {
      const look = chatLook(theme, held);
      const style = doc.documentElement.style;
      for (const [name, value] of Object.entries(look.variables)) {
        if (painted.get(name) === value) continue;
        painted.set(name, value);
        // Taken off first: a value that is no CSS at all is ignored, and would leave the one before.
        style.removeProperty(name);
        if (value !== '') style.setProperty(name, value);
      }
      const marks = container.dataset;
      marks['foyerBackground'] = look.background;
      marks['foyerHostAvatar'] = look.hostAvatar;
      marks['foyerGuestAvatar'] = look.guestAvatar;
    },
    pick(part, name) {
      picked = part ? { part, name } : null;
      showPicked();
    },
    restart,
  };
}
