/** What the command line of the practice service asks for. */

export interface PracticeCommand {
  readonly port?: number;
  readonly token?: string;
  readonly real: boolean;
}

/** A text to show in place of running. */
export interface PracticeCommandText {
  readonly text: string;
  readonly isWrong: boolean;
}

const help = `The practice service: the four operations on this computer, nothing real.

  npm run practice-service -- [options]

  --port NUMBER   listen there; any free port by default
  --token TEXT    the token it accepts; one of its own by default
  --real          behave like a service that was seen: ids of its own, fields
                  dropped, 500 to a wrong token
  --help          show this

While it runs: GET /practice/received, GET /practice/state, POST /practice/reset,
PUT /practice/behaviour {"operation": "saveThemeTemplate", "behaviour": {"status": 503}}`;

/** Reads the parameters, given as `--name value` or `--name=value`. */
export function parseArgs(parameters: readonly string[]): PracticeCommand | PracticeCommandText {
  const wrong = (text: string) => ({ text: `${text}\n\n${help}`, isWrong: true });
  let found: PracticeCommand = { real: false };
  const rest = parameters.flatMap((parameter) => {
    const [, name, value] = /^(--[a-z]+)=(.*)$/su.exec(parameter) ?? [];
    return name === undefined || value === undefined ? [parameter] : [name, value];
  });
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    switch (name) {
      case '--help':
      case '-h':
        return { text: help, isWrong: false };
      case '--real':
        found = { ...found, real: true };
        break;
      case '--token': {
        const token = rest.shift();
        if (!token) return wrong('--token needs a text.');
        found = { ...found, token };
        break;
      }
      case '--port': {
        const port = Number(rest.shift() || NaN);
        if (!Number.isInteger(port) || port < 0 || port > 65_535) {
          return wrong('--port needs a number from 0 to 65535.');
        }
        found = { ...found, port };
        break;
      }
      default:
        return wrong(`There is no option ${name}.`);
    }
  }
  return found;
}
