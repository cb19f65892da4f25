/**
 * What people and programs write between the digits of a phone number, as the inside of a class of a pattern (with `u`):
 * spaces, tabs, hyphens and dashes of every kind, brackets, the dots of business cards, and what the key for a hyphen
 * writes in Japanese and Chinese.
 */
export const numberSigns = String.raw`+().\-/\t\u00b7\u2022\u2027\u2212\u2219\u22c5\u2500\u30fb\u30fc\uff08\uff09\uff0b\uff0e\uff0f\uff70\p{Zs}\p{Pd}\p{Cf}`;
