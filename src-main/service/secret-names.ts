/** Whether what an answer gives under a name is a secret, by that name and by what the value looks like. Pure. */
import { soundsSecret } from '../logging/logging';

/**
 * Beside what sounds secret anywhere: answers open sessions in headers of many names. By some keys things are only found
 * again, and the names of rights are what a support question is about.
 */
const header =
  /session|signature|csrf|xsrf|jwt|bearer|hmac|auth(?!or|enticate|[-_]?scopes?$)|passw|pwd|ticket|(?:otp|sid|sso|(?<!(?:cache|idempotency|surrogate)[-_]?|mon)keys?)(?:\b|_)/iu;
/** How many tokens of a text may be asked for, and whether a browser may bring its own. */
const ofNoSecret = /^access-control-|rate-?limit.*(?:limit|remaining|reset|used|tokens)/iu;

/** In a body, where a ticket or a key may be anything's. */
const field =
  /signature|csrf|xsrf|jwt|bearer|hmac|passw|pwd|passcode|(?:seed|secret|recovery)[-_]?phrase|session|sess[-_]?id|(?:access|account|auth|encryption|master|private|shared|signing)[-_]?key|auth[-_]?code|(?:^|[-_.])(?:otp|sid|pass)$|[a-z\d]Pass$/iu;
/** What is said of a secret. */
const ofOne = /(?:type|status|scopes?|error|message|name|hint)$/iu;
/** With these a name ends that is the secret's own; in any other, the secret is what something else belongs to. */
const itself =
  /(?:token|secret|passw(?:or)?d|pwd|pass|passcode|phrase|credential|cookie|key|authori[sz]ation|signature|csrf|xsrf|jwt|bearer|hmac|otp|sid|sess(?:ion)?[-_]?id|^session|code)s?[\W\d_]*$/iu;

/** What is set in the DNS to prove that a domain is one's own is for everybody to read. */
const ofTheDns =
  /^(?:(?:acme|challenge|cname|dns|domain|ownership|site|txt|verification|verify)[-_]?)+tokens?$/iu;

/** A day, with its time or without, or a colour: nothing that lets anybody in. */
const shown = /^(?:\d{4}-\d\d-\d\d(?:[T ][\d:.+-]{4,30}Z?)?|#[\da-f]{3,8}|true|false|null)$/iu;
/** Of digits and letters, of small letters and capitals, or longer than words are, and in one piece. */
const looksMade = /^(?=\S{8,}$)(?:(?=\D*\d)(?=[^\p{L}]*\p{L})|.*\p{Ll}\p{Lu}|\S{21,})/u;
/** With how it is presented. */
const scheme = /^(?:bearer|basic|digest|negotiate|token|api-?key|key|hawk)\s+/iu;

/** Of a header. */
export function isSecretHeader(name: string, value: string): boolean {
  if (ofNoSecret.test(name) || ofOne.test(name)) return false;
  return (soundsSecret(name) || header.test(name)) && !saysNothingSecret(name, value);
}

/** Of a field in a body. */
export function isSecretField(name: string): boolean {
  return !ofOne.test(name) && !ofTheDns.test(name) && (soundsSecret(name) || field.test(name));
}

/** Whether the field is the secret, and not what is said of it. */
export function isSecretItself(name: string): boolean {
  return isSecretField(name) && itself.test(name);
}

/** Whether a value could be no secret, whatever its field's name is: a day, a count of tokens, a number that belongs to one. */
export function saysNothingSecret(name: string, value: string): boolean {
  const plain = value.trim();
  if (/^\d+$/u.test(plain)) {
    return plain.length < 4 || !itself.test(name) || /tokens[\W_]*$/iu.test(name);
  }
  return shown.test(plain);
}

/** Whether a value could be one where its field isn't surely a secret. */
export function looksSecret(value: string): boolean {
  return looksMade.test(value.trim().replace(scheme, ''));
}
