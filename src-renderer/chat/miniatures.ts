/** The short chats of the miniatures: two or three turns, never a whole chat. */
import { m } from '@shared/messages/messages';

export interface MiniatureChat {
  bot: string;
  guest: string;
  /** What is offered, or what the text field asks for. */
  end: { buttons: readonly string[] } | { input: string };
}

/** The starter themes wear the chat of their trade, so that a first library shows each of them. */
const starterChats: Readonly<Record<string, number>> = {
  Atelier: 5,
  Aurora: 8,
  Blueprint: 2,
  Fern: 3,
  Graphite: 7,
  Harbour: 0,
  Kiln: 1,
  Lagoon: 7,
  Ledger: 6,
  Lemonade: 3,
  Matchday: 7,
  Midnight: 2,
  Newsprint: 4,
  Osteria: 1,
  Peony: 5,
  Wisteria: 0,
};

const chats: readonly (() => MiniatureChat)[] = [
  () => ({
    bot: m.chat_mini_dental_bot(),
    guest: m.chat_mini_dental_guest(),
    end: {
      buttons: [m.chat_mini_dental_one(), m.chat_mini_dental_two(), m.chat_mini_dental_three()],
    },
  }),
  () => ({
    bot: m.chat_mini_table_bot(),
    guest: m.chat_mini_table_guest(),
    end: { buttons: [m.chat_mini_table_one(), m.chat_mini_table_two(), m.chat_mini_table_three()] },
  }),
  () => ({
    bot: m.chat_mini_deploy_bot(),
    guest: m.chat_mini_deploy_guest(),
    end: { input: m.chat_mini_deploy_input() },
  }),
  () => ({
    bot: m.chat_mini_plant_bot(),
    guest: m.chat_mini_plant_guest(),
    end: { buttons: [m.chat_mini_plant_one(), m.chat_mini_plant_two()] },
  }),
  () => ({
    bot: m.chat_mini_news_bot(),
    guest: m.chat_mini_news_guest(),
    end: { buttons: [m.chat_mini_news_one(), m.chat_mini_news_two(), m.chat_mini_news_three()] },
  }),
  () => ({
    bot: m.chat_mini_flowers_bot(),
    guest: m.chat_mini_flowers_guest(),
    end: { input: m.chat_mini_flowers_input() },
  }),
  () => ({
    bot: m.chat_mini_card_bot(),
    guest: m.chat_mini_card_guest(),
    end: { buttons: [m.chat_mini_card_one(), m.chat_mini_card_two()] },
  }),
  () => ({
    bot: m.chat_mini_seats_bot(),
    guest: m.chat_mini_seats_guest(),
    end: { buttons: [m.chat_mini_seats_one(), m.chat_mini_seats_two()] },
  }),
  () => ({
    bot: m.chat_mini_sky_bot(),
    guest: m.chat_mini_sky_guest(),
    end: { input: m.chat_mini_sky_input() },
  }),
];

/** The chat of a theme, the same one for the same name. */
export function miniatureChat(name: string): MiniatureChat {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  const index = starterChats[name] ?? hash % chats.length;
  return (chats[index] as () => MiniatureChat)();
}

/** What stands in the bot's avatar: the first letter or figure of the name. */
export function miniatureInitial(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '·';
}
