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
  /signature|csrf|xsrf|jwt|bearer|hmac|passw|pwd|passcode|(?:access|auth|encryption|master|private|session|shared|signing)[-_]?key|auth[-_]?code|^session$|session[-_]?id$|(?:^|[-_])(?:otp|sid)$/iu;
/** What is said of a secret. */
const ofOne =
  /(?:type|status|scopes?|error|message|name|hint|expir(?:es|ed|y|ation)?(?:[-_]?(?:at|in|on))?)$/iu;

/** How many of something there may be, or are. */
const count = /^max|(?:limit|count|used|remaining|max[-_]?age)$/iu;
/** What is set in the DNS to prove that a domain is one's own, is for everybody to read. */
const ofTheDns = /verif|challenge|dns|txt/iu;

/** Of a header. */
export function isSecretHeader(name: string): boolean {
  return (soundsSecret(name) || header.test(name)) && !ofNoSecret.test(name) && !ofOne.test(name);
}

/** Of a field in a body. */
export function isSecretField(name: string): boolean {
  if (ofOne.test(name) || count.test(name) || ofTheDns.test(name)) return false;
  return soundsSecret(name) || field.test(name);
}
