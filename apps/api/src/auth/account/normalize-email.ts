/**
 * The spelling of an address that identifies an account: lower case, composed characters. In
 * practice, local parts that differ only in case belong to one person (RFC 5321 §2.4 allows
 * otherwise, but warns against it).
 */
export function normalizeEmail(email: string): string {
  return email.toLowerCase().normalize('NFC');
}
