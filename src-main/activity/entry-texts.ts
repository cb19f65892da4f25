/** The texts of an entry that a person or the service wrote, each as something makes it. Pure. */
import type { ActivityDetails, ActivityEntry, LocalEntry } from '@shared/activity';

/** What a text becomes. */
type Change = (text: string) => string;

/** A request as the list shows it. */
export function withTexts<Entry extends ActivityEntry>(entry: Entry, text: Change): Entry {
  return {
    ...entry,
    subject: text(entry.subject),
    connectionLabel: text(entry.connectionLabel),
    // Its texts are the service's: they may repeat what was sent.
    outcome: entry.outcome && (textsIn(entry.outcome, text) as typeof entry.outcome),
  };
}

/** The same of the whole of it. */
export function withAllTexts(details: ActivityDetails, text: Change): ActivityDetails {
  const { request, answer } = details;
  return {
    ...withTexts(details, text),
    request: {
      ...request,
      url: text(request.url),
      headers: headersWith(request.headers, text),
      body: text(request.body),
    },
    answer: answer && {
      ...answer,
      headers: headersWith(answer.headers, text),
      body: text(answer.body),
    },
  };
}

/** Something that was done here. */
export function withNames(entry: LocalEntry, text: Change): LocalEntry {
  return { ...entry, touched: entry.touched.map((one) => ({ ...one, name: text(one.name) })) };
}

function headersWith(headers: Readonly<Record<string, string>>, text: Change) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [text(name), text(value)]),
  );
}

/** Of an outcome, what Foyer itself says in words of its own. */
const ownWords = new Set(['kind', 'form', 'reason']);

function textsIn(value: unknown, text: Change): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((each) => textsIn(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      ownWords.has(key) ? (inner as unknown) : textsIn(inner, text),
    ]),
  );
}
