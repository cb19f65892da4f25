/** What a theme means for the chat's document: its CSS variables and the few marks beside them. */
import { ownPictureAddress, type PicturePlace } from '@shared/theme/pictures';
import type { Theme } from '@shared/theme/theme';
import { fontStack } from './fonts';

/** Corner radius of buttons, inputs and media (product, *Studio*); text bubbles keep 6 px. */
const radii = { none: '0px', medium: '6px', large: '20px' } as const;

/** The pictures that main holds for a theme: their ids (`ownPictureAddress`). */
export type HeldPictures = Readonly<Partial<Record<PicturePlace, string>>>;

/** How an avatar is drawn. `waiting` is for a picture that is named and not there (yet). */
export type AvatarLook = 'off' | 'initial' | 'picture' | 'waiting';

export interface ChatLook {
  /** By name, as the public chat embed has them; an empty value means that it isn't set. */
  variables: Readonly<Record<`--typebot-${string}` | `--foyer-${string}`, string>>;
  background: 'colour' | 'picture' | 'waiting' | 'none';
  hostAvatar: AvatarLook;
  guestAvatar: AvatarLook;
}

function avatarLook(
  avatar: { isEnabled: boolean; url?: string | undefined } | undefined,
  held: string | undefined,
): AvatarLook {
  if (!avatar?.isEnabled) return 'off';
  if (!avatar.url?.trim()) return 'initial';
  return held === undefined ? 'waiting' : 'picture';
}

/** Our own address of a held picture, for CSS. Never one that the theme names. */
function pictureValue(id: string | undefined): string {
  return id === undefined ? '' : `url("${ownPictureAddress(id)}")`;
}

/** The look of a theme. A theme without a roundness is shown with the one that a new theme has. */
export function chatLook(theme: Theme, held: HeldPictures = {}): ChatLook {
  const { general, chat } = theme;
  const { type, content } = general.background;
  const isPicture = type === 'Image' && Boolean(content?.trim());
  return {
    variables: {
      '--typebot-container-bg-color': type === 'Color' ? (content ?? '') : '',
      '--typebot-container-bg-image': isPicture ? pictureValue(held.background) : '',
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
      '--foyer-host-avatar': pictureValue(held.hostAvatar),
      '--foyer-guest-avatar': pictureValue(held.guestAvatar),
    },
    background:
      type === 'Color'
        ? 'colour'
        : !isPicture
          ? 'none'
          : held.background === undefined
            ? 'waiting'
            : 'picture',
    hostAvatar: avatarLook(chat.hostAvatar, held.hostAvatar),
    guestAvatar: avatarLook(chat.guestAvatar, held.guestAvatar),
  };
}
