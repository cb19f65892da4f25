/** The sections of the editor, in the order of the theme, and what a theme's fields are called. */
import Bot from '@lucide/svelte/icons/bot';
import CodeXml from '@lucide/svelte/icons/code-xml';
import Image from '@lucide/svelte/icons/image';
import MessageSquare from '@lucide/svelte/icons/message-square';
import RectangleEllipsis from '@lucide/svelte/icons/rectangle-ellipsis';
import SquareRoundCorner from '@lucide/svelte/icons/square-round-corner';
import TextCursorInput from '@lucide/svelte/icons/text-cursor-input';
import Type from '@lucide/svelte/icons/type';
import User from '@lucide/svelte/icons/user';
import { m } from '@shared/messages/messages';
import type { ThemeField } from '@shared/theme/fields';
import type { ChatPart } from '../../chat/draw';
import type { Icon } from '../../ui/icon';

export type SectionId = 'font' | ChatPart | 'roundness' | 'customCss';

export interface Section {
  id: SectionId;
  icon: Icon;
  /** The guest's bubble looks the other way. */
  isMirrored?: boolean;
  label: () => string;
}

export const sections: readonly Section[] = [
  { id: 'font', icon: Type, label: m.studio_section_font },
  { id: 'background', icon: Image, label: m.studio_section_background },
  { id: 'hostAvatar', icon: Bot, label: m.studio_section_host_avatar },
  { id: 'guestAvatar', icon: User, label: m.studio_section_guest_avatar },
  { id: 'hostBubbles', icon: MessageSquare, label: m.studio_section_host_bubbles },
  {
    id: 'guestBubbles',
    icon: MessageSquare,
    isMirrored: true,
    label: m.studio_section_guest_bubbles,
  },
  { id: 'buttons', icon: RectangleEllipsis, label: m.studio_section_buttons },
  { id: 'inputs', icon: TextCursorInput, label: m.studio_section_inputs },
  { id: 'roundness', icon: SquareRoundCorner, label: m.studio_section_roundness },
  { id: 'customCss', icon: CodeXml, label: m.studio_section_custom_css },
];

const partNames: Readonly<Record<ChatPart, () => string>> = {
  background: m.studio_section_background,
  hostAvatar: m.studio_section_host_avatar,
  guestAvatar: m.studio_section_guest_avatar,
  hostBubbles: m.studio_section_host_bubbles,
  guestBubbles: m.studio_section_guest_bubbles,
  buttons: m.studio_section_buttons,
  inputs: m.studio_section_inputs,
};

/** The part of the chat that a section is about, with its name; `null` for those about all of it. */
export function partOf(section: SectionId | null): { part: ChatPart; name: string } | null {
  if (
    section === null ||
    section === 'font' ||
    section === 'roundness' ||
    section === 'customCss'
  ) {
    return null;
  }
  return { part: section, name: partNames[section]() };
}

/** A field that holds a colour. */
export type ColourFieldName = Extract<ThemeField, `chat.${string}olor`>;

/** The colour fields of a section with their short labels, the ground first. */
export const colourFields = {
  hostBubbles: [
    { field: 'chat.hostBubbles.backgroundColor', label: m.studio_field_background },
    { field: 'chat.hostBubbles.color', label: m.studio_field_text },
  ],
  guestBubbles: [
    { field: 'chat.guestBubbles.backgroundColor', label: m.studio_field_background },
    { field: 'chat.guestBubbles.color', label: m.studio_field_text },
  ],
  buttons: [
    { field: 'chat.buttons.backgroundColor', label: m.studio_field_background },
    { field: 'chat.buttons.color', label: m.studio_field_text },
  ],
  inputs: [
    { field: 'chat.inputs.backgroundColor', label: m.studio_field_background },
    { field: 'chat.inputs.color', label: m.studio_field_text },
    { field: 'chat.inputs.placeholderColor', label: m.studio_field_placeholder },
  ],
} as const satisfies Partial<
  Record<SectionId, readonly { field: ColourFieldName; label: () => string }[]>
>;

const fieldNames: Readonly<Record<ThemeField, () => string>> = (() => {
  const of = (section: () => string, field: () => string) => () =>
    m.studio_field_of({ section: section(), field: field().toLowerCase() });
  return {
    'general.font': m.studio_section_font,
    'general.background.type': of(m.studio_section_background, m.studio_field_type),
    'general.background.content': m.studio_section_background,
    'chat.hostAvatar.isEnabled': m.studio_section_host_avatar,
    'chat.hostAvatar.url': of(m.studio_section_host_avatar, m.studio_field_picture),
    'chat.guestAvatar.isEnabled': m.studio_section_guest_avatar,
    'chat.guestAvatar.url': of(m.studio_section_guest_avatar, m.studio_field_picture),
    'chat.hostBubbles.backgroundColor': of(
      m.studio_section_host_bubbles,
      m.studio_field_background,
    ),
    'chat.hostBubbles.color': of(m.studio_section_host_bubbles, m.studio_field_text),
    'chat.guestBubbles.backgroundColor': of(
      m.studio_section_guest_bubbles,
      m.studio_field_background,
    ),
    'chat.guestBubbles.color': of(m.studio_section_guest_bubbles, m.studio_field_text),
    'chat.buttons.backgroundColor': of(m.studio_section_buttons, m.studio_field_background),
    'chat.buttons.color': of(m.studio_section_buttons, m.studio_field_text),
    'chat.inputs.backgroundColor': of(m.studio_section_inputs, m.studio_field_background),
    'chat.inputs.color': of(m.studio_section_inputs, m.studio_field_text),
    'chat.inputs.placeholderColor': of(m.studio_section_inputs, m.studio_field_placeholder),
    roundness: m.studio_section_roundness,
    customCss: m.studio_section_custom_css,
  };
})();

/** What a field is called: "Buttons, background". A path that is none of ours stands for itself. */
export function fieldName(path: string): string {
  if (path === 'name') return m.studio_field_name();
  if (path === 'workspaceId') return m.studio_field_workspace();
  return (fieldNames as Readonly<Record<string, (() => string) | undefined>>)[path]?.() ?? path;
}

/** How a field's values are shown where they are compared. */
export function changeKind(field: ThemeField): 'text' | 'colour' | 'lines' {
  if (field === 'customCss') return 'lines';
  return /color$/iu.test(field) || field === 'general.background.content' ? 'colour' : 'text';
}

/** The section in which a field is edited; the name is not in one. */
export function sectionOf(path: string): SectionId | null {
  if (path === 'general.font') return 'font';
  const [group, part] = path.split('.');
  const named = group === 'general' || group === 'chat' ? part : group;
  return sections.find(({ id }) => id === named)?.id ?? null;
}
