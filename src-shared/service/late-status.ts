/** Statuses with which a service gives up for time. */

/**
 * Whether a service that answers so may have done what it was asked. By its meaning (RFC 9110, 15.5.9)
 * a 408 came before the whole request; some also give it to what they have read and take too long over.
 */
export function mayBeDoneThoughLate(status: number): boolean {
  return status === 408;
}
