/** The names in the chat's markup that custom CSS is written for, as the public chat embed has them. */
import { m } from '@shared/messages/messages';

export interface ChatName {
  name: string;
  /** What it is, in the words of the studio. */
  detail: () => string;
}

/** The class names (product, *Studio*). */
export const chatClasses: readonly ChatName[] = [
  { name: 'typebot-container', detail: m.studio_css_whole },
  { name: 'typebot-chat-view', detail: m.studio_css_conversation },
  { name: 'typebot-host-bubble', detail: m.studio_section_host_bubbles },
  { name: 'typebot-guest-bubble', detail: m.studio_section_guest_bubbles },
  { name: 'typebot-button', detail: m.studio_section_buttons },
  { name: 'typebot-input', detail: m.studio_section_inputs },
  { name: 'typebot-avatar-container', detail: m.studio_css_avatars },
  { name: 'text-input', detail: m.studio_css_text_field },
  { name: 'bubble-typing', detail: m.studio_css_bubble_ground },
];

const of = (section: () => string, field: () => string) => () =>
  m.studio_field_of({ section: section(), field: field().toLowerCase() });

/** The variables that the theme sets (product, *Studio*). */
export const chatVariables: readonly ChatName[] = [
  {
    name: '--typebot-container-bg-color',
    detail: of(m.studio_section_background, m.studio_field_colour),
  },
  {
    name: '--typebot-container-bg-image',
    detail: of(m.studio_section_background, m.studio_background_picture),
  },
  { name: '--typebot-container-font-family', detail: m.studio_section_font },
  { name: '--typebot-container-color', detail: of(m.studio_css_whole, m.studio_field_text) },
  {
    name: '--typebot-host-bubble-bg-color',
    detail: of(m.studio_section_host_bubbles, m.studio_field_background),
  },
  {
    name: '--typebot-host-bubble-color',
    detail: of(m.studio_section_host_bubbles, m.studio_field_text),
  },
  {
    name: '--typebot-guest-bubble-bg-color',
    detail: of(m.studio_section_guest_bubbles, m.studio_field_background),
  },
  {
    name: '--typebot-guest-bubble-color',
    detail: of(m.studio_section_guest_bubbles, m.studio_field_text),
  },
  {
    name: '--typebot-button-bg-color',
    detail: of(m.studio_section_buttons, m.studio_field_background),
  },
  { name: '--typebot-button-color', detail: of(m.studio_section_buttons, m.studio_field_text) },
  {
    name: '--typebot-input-bg-color',
    detail: of(m.studio_section_inputs, m.studio_field_background),
  },
  { name: '--typebot-input-color', detail: of(m.studio_section_inputs, m.studio_field_text) },
  {
    name: '--typebot-input-placeholder-color',
    detail: of(m.studio_section_inputs, m.studio_field_placeholder),
  },
  { name: '--typebot-border-radius', detail: m.studio_section_roundness },
];
