/**
 * The four documented operations: what each takes, and the exact request that is made of it. The
 * request is shown to a person before it is sent, so it is built here, once, for both.
 */
import { z } from 'zod';
import { invalidField } from '../problem-error';
import type { Theme } from '../theme/theme';
import { presets, type PresetId } from './presets';

export const operationSchema = z.enum([
  'saveThemeTemplate',
  'updateSubscription',
  'createCustomDomain',
  'startChatAppPreview',
]);
export type Operation = z.infer<typeof operationSchema>;

/** The plans that can be asked for. Contract, *Update subscription*. */
export const plans = ['STARTER', 'PRO'] as const;
export const currencies = ['usd', 'eur'] as const;

/** What each operation needs beside the connection. */
export const subscriptionInputSchema = z.object({
  returnUrl: z.string().min(1).max(2_000),
  plan: z.enum(plans),
  additionalChats: z.number().finite(),
  currency: z.enum(currencies),
  isYearly: z.boolean(),
});
export type SubscriptionInput = z.infer<typeof subscriptionInputSchema>;

export const domainInputSchema = z.object({ name: z.string().min(1).max(253) });
export type DomainInput = z.infer<typeof domainInputSchema>;

export const previewInputSchema = z.object({
  botId: z.string().min(1).max(500),
  to: z.string().min(1).max(500),
  startGroupId: z.string().min(1).max(500).optional(),
});
export type PreviewInput = z.infer<typeof previewInputSchema>;

export interface ThemeTemplateInput {
  templateId: string;
  name: string;
  theme: Theme;
}

/** The part of a connection that decides what a request looks like. */
export interface ServicePlace {
  /** Ends in the version segment `v1`, without a slash after it. */
  baseAddress: string;
  workspaceId: string;
  preset: PresetId;
}

/** A request before it has its credentials: what is shown, and what is sent. */
export const serviceRequestSchema = z.object({
  operation: operationSchema,
  method: z.enum(['PUT', 'PATCH', 'POST']),
  url: z.string(),
  /** The JSON text, exactly as it is sent. */
  body: z.string(),
});
export type ServiceRequest = z.infer<typeof serviceRequestSchema>;

/**
 * An id as one segment of a path. `.` and `..` stay what they are when they are encoded, and an
 * empty one would name another resource, so these three are refused; `field` is named in the
 * refusal.
 */
export function pathSegment(id: string, field: string): string {
  if (id === '' || id === '.' || id === '..') throw invalidField(field, 'unsafePathId');
  try {
    return encodeURIComponent(id);
  } catch {
    // Half of a surrogate pair has no UTF-8 form.
    throw invalidField(field, 'unsafePathId');
  }
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined) {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}

/**
 * The theme as it is sent: the documented fields alone, with nothing undocumented in it. An optional
 * field that is not set is left out, because services refuse `null` there.
 */
export function themeForService(theme: Theme, preset: PresetId): Record<string, unknown> {
  const avatar = (value: { isEnabled: boolean; url?: string | undefined } | undefined) =>
    value && { isEnabled: value.isEnabled, ...optional('url', value.url) };
  const surface = (value: { backgroundColor: string; color: string }) => ({
    backgroundColor: value.backgroundColor,
    color: value.color,
  });
  const { general, chat } = theme;
  const roundness = optional('roundness', theme.roundness);
  const inChat = presets[preset].roundnessIn === 'chat';
  return {
    general: {
      font: general.font,
      background: {
        type: general.background.type,
        ...optional('content', general.background.content),
      },
    },
    chat: {
      ...optional('hostAvatar', avatar(chat.hostAvatar)),
      ...optional('guestAvatar', avatar(chat.guestAvatar)),
      hostBubbles: surface(chat.hostBubbles),
      guestBubbles: surface(chat.guestBubbles),
      buttons: surface(chat.buttons),
      inputs: { ...surface(chat.inputs), placeholderColor: chat.inputs.placeholderColor },
      ...(inChat ? roundness : {}),
    },
    ...(inChat ? {} : roundness),
    ...optional('customCss', theme.customCss),
  };
}

/** `PUT {base}/themeTemplates/{themeTemplateId}` */
export function saveThemeTemplateRequest(
  place: ServicePlace,
  input: ThemeTemplateInput,
): ServiceRequest {
  return {
    operation: 'saveThemeTemplate',
    method: 'PUT',
    url: `${place.baseAddress}/themeTemplates/${pathSegment(input.templateId, 'templateId')}`,
    body: JSON.stringify({
      workspaceId: place.workspaceId,
      name: input.name,
      theme: themeForService(input.theme, place.preset),
    }),
  };
}

/** `PATCH {base}/billing/subscription` */
export function updateSubscriptionRequest(
  place: ServicePlace,
  input: SubscriptionInput,
): ServiceRequest {
  return {
    operation: 'updateSubscription',
    method: 'PATCH',
    url: `${place.baseAddress}/billing/subscription`,
    body: JSON.stringify({
      workspaceId: place.workspaceId,
      returnUrl: input.returnUrl,
      plan: input.plan,
      additionalChats: input.additionalChats,
      currency: input.currency,
      isYearly: input.isYearly,
    }),
  };
}

/** `POST {base}/custom-domains` */
export function createCustomDomainRequest(place: ServicePlace, input: DomainInput): ServiceRequest {
  return {
    operation: 'createCustomDomain',
    method: 'POST',
    url: `${place.baseAddress}/custom-domains`,
    body: JSON.stringify({ workspaceId: place.workspaceId, name: input.name }),
  };
}

/** `POST {base}/bots/{botId}/chat-app/start-preview`, or where the preset has it. */
export function startChatAppPreviewRequest(
  place: ServicePlace,
  input: PreviewInput,
): ServiceRequest {
  const path = presets[place.preset].previewPath.replace('{botId}', () =>
    pathSegment(input.botId, 'botId'),
  );
  return {
    operation: 'startChatAppPreview',
    method: 'POST',
    url: `${place.baseAddress}${path}`,
    body: JSON.stringify({ to: input.to, ...optional('startGroupId', input.startGroupId) }),
  };
}

/** The id under which *Check connection* sends an empty theme, so that it can be told in logs. */
export const checkTemplateId = 'foyer-connection-check';

/**
 * The request of *Check connection*: the theme operation with an empty object, which a service that
 * follows the contract rejects without storing anything.
 */
export function checkConnectionRequest(place: Pick<ServicePlace, 'baseAddress'>): ServiceRequest {
  return {
    operation: 'saveThemeTemplate',
    method: 'PUT',
    url: `${place.baseAddress}/themeTemplates/${checkTemplateId}`,
    body: '{}',
  };
}
