/** Asks a person before something that can't be taken back; `Confirmations.svelte` shows it. */

export interface Question {
  /** The question: "Remove Kestrel and its token?" */
  title: string;
  /** What will happen and what stays; where that changes while it is asked, a getter. */
  readonly body: string;
  /** The verb that does it. */
  confirm: string;
  /** The way out, which is the safe one. */
  cancel: string;
  /** It can't be undone. */
  danger?: boolean | undefined;
}

interface Asked extends Question {
  answer(yes: boolean): void;
}

class Confirmation {
  #asked = $state.raw<Asked[]>([]);

  /** The question on screen: the oldest that has no answer. */
  get current(): Asked | undefined {
    return this.#asked[0];
  }

  ask(question: Question): Promise<boolean> {
    return new Promise((resolve) => {
      const asked: Asked = {
        ...question,
        get body() {
          return question.body;
        },
        answer: (yes) => {
          this.#asked = this.#asked.filter((other) => other !== asked);
          resolve(yes);
        },
      };
      this.#asked = [...this.#asked, asked];
    });
  }
}

export const confirmation = new Confirmation();

/** Asks, and waits for the answer; closing the question means no. Never rejects. */
export function askConfirmation(question: Question): Promise<boolean> {
  return confirmation.ask(question);
}
