/** What a theme means for the chat's document: its CSS variables and the few marks beside them. */
import type { Theme } from '@shared/theme/theme';
import { fontStack } from './fonts';

/** Corner radius of buttons, inputs and media (product, *Studio*); text bubbles keep 6 px. */
const radii = { none: '0px', medium: '6px', large: '20px' } as const;

/** How an avatar is drawn: a picture's address is kept, but pictures are not fetched. */
export type AvatarLook = 'off' | 'initial' | 'picture';

export interface ChatLook {
  /** By name, as the public chat embed has them; an empty value means that it isn't set. */
  variables: Readonly<Record<`--typebot-${string}`, string>>;
  background: 'colour' | 'picture' | 'none';
  hostAvatar: AvatarLook;
  guestAvatar: AvatarLook;
}

function avatarLook(
  avatar: { isEnabled: boolean; url?: string | undefined } | undefined,
): AvatarLook {
  if (!avatar?.isEnabled) return 'off';
  return avatar.url ? 'picture' : 'initial';
}

/** The look of a theme. A theme without a roundness is shown with the one that a new theme has. */
export function chatLook(theme: Theme): ChatLook {
  const { general, chat } = theme;
  const { type, content } = general.background;
  return {
    variables: {
      '--typebot-container-bg-color': type === 'Color' ? (content ?? '') : '',
      '--typebot-container-bg-image': '',
      '--typebot-container-font-family': fontStack(general.font),
      '--typebot-container-color': chat.hostBubbles.color,
      '--typebot-host-bubble-bg-color': chat.hostBubbles.backgroundColor,
      '--typebot-host-bubble-color': chat.hostBubbles.color,
      '--typebot-guest-bubble-bg-color': chat.guestBubbles.backgroundColor,
      '--typebot-guest-bubble-color': chat.guestBubbles.color,
      '--typebot-button-bg-color': chat.buttons.backgroundColor,
      '--typebot-button-color': chat.buttons.color,
      '--typebot-input-bg-color': chat.inputs.backgroundColor,
      '--typebot-input-color': chat.inputs.color,
      '--typebot-input-placeholder-color': chat.inputs.placeholderColor,
      '--typebot-border-radius': radii[theme.roundness ?? 'medium'],
    },
    background: type === 'Color' ? 'colour' : type === 'Image' && content ? 'picture' : 'none',
    hostAvatar: avatarLook(chat.hostAvatar),
    guestAvatar: avatarLook(chat.guestAvatar),
  };
}
