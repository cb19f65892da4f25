/**
 * The four documented operations: what each takes, and the exact request that is made of it. The
 * request is shown to a person before it is sent, so it is built here, once, for both.
 */
import { z } from 'zod';
import { invalidField } from '../problem-error';
import { isSendable, pathIdReason, unsendablePlace } from '../sendable-text';
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
 * An id as one segment of a path. What can't be one is refused; `field` is named in the refusal.
 * @throws ProblemError invalidFields
 */
export function pathSegment(id: string, field: string): string {
  const reason = pathIdReason(id);
  if (reason) throw invalidField(field, reason);
  return encodeURIComponent(id);
}

/**
 * The one way into a request: its address and its body, with nothing in them that would be changed
 * or refused on the way. Forms refuse such text where it is entered; a theme's file may have it still.
 * @throws ProblemError invalidFields, naming the first field
 */
function requestOf(
  operation: Operation,
  method: ServiceRequest['method'],
  { baseAddress }: Pick<ServicePlace, 'baseAddress'>,
  path: string,
  fields: Readonly<Record<string, unknown>>,
): ServiceRequest {
  if (!isSendable(baseAddress)) throw invalidField('baseAddress', 'unsendableText');
  const place = unsendablePlace(fields);
  if (place !== undefined) throw invalidField(place, 'unsendableText');
  return { operation, method, url: `${baseAddress}${path}`, body: JSON.stringify(fields) };
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
  const path = `/themeTemplates/${pathSegment(input.templateId, 'templateId')}`;
  return requestOf('saveThemeTemplate', 'PUT', place, path, {
    workspaceId: place.workspaceId,
    name: input.name,
    theme: themeForService(input.theme, place.preset),
  });
}

/** `PATCH {base}/billing/subscription` */
export function updateSubscriptionRequest(
  place: ServicePlace,
  input: SubscriptionInput,
): ServiceRequest {
  return requestOf('updateSubscription', 'PATCH', place, '/billing/subscription', {
    workspaceId: place.workspaceId,
    returnUrl: input.returnUrl,
    plan: input.plan,
    additionalChats: input.additionalChats,
    currency: input.currency,
    isYearly: input.isYearly,
  });
}

/** `POST {base}/custom-domains` */
export function createCustomDomainRequest(place: ServicePlace, input: DomainInput): ServiceRequest {
  return requestOf('createCustomDomain', 'POST', place, '/custom-domains', {
    workspaceId: place.workspaceId,
    name: input.name,
  });
}

/** `POST {base}/bots/{botId}/chat-app/start-preview`, or where the preset has it. */
export function startChatAppPreviewRequest(
  place: ServicePlace,
  input: PreviewInput,
): ServiceRequest {
  const path = presets[place.preset].previewPath.replace('{botId}', () =>
    pathSegment(input.botId, 'botId'),
  );
  return requestOf('startChatAppPreview', 'POST', place, path, {
    to: input.to,
    ...optional('startGroupId', input.startGroupId),
  });
}

/** The id under which *Check connection* sends an empty theme, so that it can be told in logs. */
export const checkTemplateId = 'foyer-connection-check';

/**
 * The request of *Check connection*: the theme operation with an empty object, which a service that
 * follows the contract rejects without storing anything.
 */
export function checkConnectionRequest(place: Pick<ServicePlace, 'baseAddress'>): ServiceRequest {
  return requestOf('saveThemeTemplate', 'PUT', place, `/themeTemplates/${checkTemplateId}`, {});
}
