/** The sample conversation that every theme is shown with. */
import { m } from '@shared/messages/messages';

/** What the bot says at once, and the answers it offers. */
export interface BotTurn {
  says: readonly string[];
  offers: readonly string[];
}

export interface SampleConversation {
  botInitial: string;
  guestInitial: string;
  /** What stands there at the start: the bot's turns, each but the last answered by the guest. */
  opening: readonly { bot: BotTurn; guest?: string }[];
  /** What the bot says to further answers, in turn and from the start again. */
  replies: readonly BotTurn[];
  placeholder: string;
  send: string;
  typing: string;
}

/** The conversation in the language of the app. */
export function sampleConversation(): SampleConversation {
  const days = [m.chat_day_one(), m.chat_day_two(), m.chat_another_day()];
  return {
    botInitial: m.chat_bot_initial(),
    guestInitial: m.chat_guest_initial(),
    opening: [
      {
        bot: { says: [m.chat_hello(), m.chat_what_brings()], offers: [] },
        guest: m.chat_check_up(),
      },
      { bot: { says: [m.chat_does_it_hurt()], offers: [] }, guest: m.chat_a_little() },
      { bot: { says: [m.chat_which_day()], offers: days } },
    ],
    replies: [
      { says: [m.chat_which_part()], offers: [m.chat_morning(), m.chat_afternoon()] },
      { says: [m.chat_booked()], offers: [m.chat_no_thanks(), m.chat_move_it()] },
      { says: [m.chat_other_day()], offers: days },
    ],
    placeholder: m.chat_placeholder(),
    send: m.chat_send(),
    typing: m.chat_typing(),
  };
}
