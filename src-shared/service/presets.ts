/**
 * The dialects that services of this kind speak. A preset is data: one more is a few lines here and
 * its name in the message catalogue.
 */
import { z } from 'zod';

/** What a preset decides. */
export interface Preset {
  /** The path of the preview operation, below the base address. `{botId}` is one encoded segment. */
  previewPath: string;
  /** Where the service keeps the roundness: at `theme.roundness` or at `theme.chat.roundness`. */
  roundnessIn: 'theme' | 'chat';
  /** What `additionalChats` takes: any number, or the steps 0 to `lastStep` of a price table. */
  additionalChats: { kind: 'number' } | { kind: 'steps'; lastStep: number };
}

export const presetIds = ['documented', 'typebot-2023'] as const;
export const presetIdSchema = z.enum(presetIds);
export type PresetId = (typeof presetIds)[number];

export const presets: Readonly<Record<PresetId, Preset>> = {
  /** The contract to the letter. */
  documented: {
    previewPath: '/bots/{botId}/chat-app/start-preview',
    roundnessIn: 'theme',
    additionalChats: { kind: 'number' },
  },
  /** The one public service known to have spoken this contract: Typebot's builder, October 2023. */
  'typebot-2023': {
    previewPath: '/typebots/{botId}/whatsapp/start-preview',
    roundnessIn: 'chat',
    additionalChats: { kind: 'steps', lastStep: 3 },
  },
};

/** Whether `additionalChats` is a step of a price table, and not a number of chats. */
export function asksInSteps({ preset }: { readonly preset: PresetId }): boolean {
  return presets[preset].additionalChats.kind === 'steps';
}
