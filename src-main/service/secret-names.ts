/** Whether what an answer gives under a name is a secret, by that name. Pure. */
import { soundsSecret } from '../logging/logging';

/**
 * Beside what sounds secret anywhere: answers open sessions in headers of many names. By some keys things are only found
 * again, and the names of rights are what a support question is about.
 */
const header =
  /session|signature|csrf|xsrf|jwt|bearer|hmac|auth(?!or|enticate|[-_]?scopes?$)|passw|pwd|ticket|(?:otp|sid|sso|(?<!(?:cache|idempotency|surrogate)[-_]?|mon)keys?)(?:\b|_)/iu;
/** How many tokens of a text may be asked for, and whether a browser may bring its own. */
const ofNoSecret = /^access-control-|rate-?limit.*(?:limit|remaining|reset|used|tokens)/iu;

/** In a body, where a ticket, a key or a session may be anything's. */
const field =
  /signature|csrf|xsrf|jwt|bearer|hmac|passw|pwd|passcode|(?:access|account|auth|encryption|master|private|session|shared|signing)[-_]?key|auth[-_]?code|^(?:laravel[-_])?session$|(?:session[-_]?|phpsess)id$|(?:^|[-_.])(?:otp|pass|sid)$/iu;
/** What is said of a secret. */
const ofOne =
  /(?:type|status|scopes?|error|message|name|hint|expir(?:es|ed|y|ation)?(?:[-_]?(?:at|in|on))?)$/iu;

/** How many of something there may be, or are. */
const count = /^max|(?:limit|count|used|remaining|max[-_]?age)$/iu;
/** What proves in the DNS that a domain is one's own is for everybody to read; what proves who somebody is, isn't. */
const ofTheDns = /^(?!.*(?:mail|password|whatsapp)).*(?:verif|challenge|dns|txt)/iu;
/** When something came of one: `tokenCreatedAt`. */
const ofATime = /(?:[-_](?:at|on)|[a-z\d](?:At|On))$|[-_](?:AT|ON)$/u;
const time = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:[\d:.]{2,15}(?:Z|[+-]\d\d:?\d\d)?)?$/u;

/** Of a header. */
export function isSecretHeader(name: string, value: string): boolean {
  if (ofNoSecret.test(name) || ofOne.test(name) || isTimeOfOne(name, value)) return false;
  return soundsSecret(name) || header.test(name);
}

/** Of a field in a body. */
export function isSecretField(name: string): boolean {
  if (ofOne.test(name) || count.test(name) || ofTheDns.test(name)) return false;
  return soundsSecret(name) || field.test(name);
}

/** Whether its numbers are how many there are, as of the tokens that a language model reads. */
export function isCounted(name: string): boolean {
  return /tokens$/iu.test(name);
}

/** Whether it is no more than when something came of one. */
export function isTimeOfOne(name: string, value: string): boolean {
  return ofATime.test(name) && time.test(value);
}
