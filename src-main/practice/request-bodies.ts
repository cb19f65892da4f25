/** What the contract lets the four operations take (service-api; service.openapi.yaml). */
import { backgroundTypes, roundnesses } from '@shared/theme/theme';
import { currencies, plans, type Operation } from '@shared/service/operations';
import { z } from 'zod';

const avatar = z.object({ isEnabled: z.boolean(), url: z.string().optional() });
const surface = z.object({ backgroundColor: z.string(), color: z.string() });
const roundness = z.enum(roundnesses).optional();

// Plain objects: a field that the contract doesn't have is dropped in silence.
const themeBody = z.object({
  general: z.object({
    font: z.string(),
    background: z.object({ type: z.enum(backgroundTypes), content: z.string().optional() }),
  }),
  chat: z.object({
    hostAvatar: avatar.optional(),
    guestAvatar: avatar.optional(),
    hostBubbles: surface,
    guestBubbles: surface,
    buttons: surface,
    inputs: surface.extend({ placeholderColor: z.string() }),
    // Not in the contract: where one real service keeps it.
    roundness,
  }),
  roundness,
  customCss: z.string().optional(),
});

/** The schema of each operation's request body. */
export const requestBodies = {
  saveThemeTemplate: z.object({ workspaceId: z.string(), name: z.string(), theme: themeBody }),
  updateSubscription: z.object({
    workspaceId: z.string(),
    returnUrl: z.string(),
    plan: z.enum(plans),
    additionalChats: z.number(),
    currency: z.enum(currencies),
    isYearly: z.boolean(),
  }),
  createCustomDomain: z.object({ workspaceId: z.string(), name: z.string() }),
  startChatAppPreview: z.object({ to: z.string().min(1), startGroupId: z.string().optional() }),
} satisfies Record<Operation, z.ZodType>;

export type RequestBody<Name extends Operation> = z.infer<(typeof requestBodies)[Name]>;

/** Where a request goes: the operation and its path parameter, decoded. */
export interface Route {
  readonly operation: Operation;
  readonly id: string;
}

const routes: readonly { operation: Operation; method: string; path: RegExp }[] = [
  { operation: 'saveThemeTemplate', method: 'PUT', path: /^\/themeTemplates\/([^/]+)$/u },
  { operation: 'updateSubscription', method: 'PATCH', path: /^\/billing\/subscription$/u },
  { operation: 'createCustomDomain', method: 'POST', path: /^\/custom-domains$/u },
  {
    operation: 'startChatAppPreview',
    method: 'POST',
    path: /^\/bots\/([^/]+)\/chat-app\/start-preview$/u,
  },
  // The same in the dialect of 2023.
  {
    operation: 'startChatAppPreview',
    method: 'POST',
    path: /^\/typebots\/([^/]+)\/whatsapp\/start-preview$/u,
  },
];

/** The operation at a path below the base address; `undefined` when there is none. */
export function findRoute(method: string, path: string): Route | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (!match) continue;
    try {
      return { operation: route.operation, id: decodeURIComponent(match[1] ?? '') };
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
    }
  }
  return undefined;
}
