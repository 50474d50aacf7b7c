/**
 * The spelling of an address that identifies an account: in lower case, with composed characters.
 * In practice, addresses whose local parts differ only in case belong to the same person (RFC 5321
 * §2.4 allows otherwise, but warns against it).
 */
export function normalizeEmail(email: string): string {
  return email.toLowerCase().normalize('NFC');
}
