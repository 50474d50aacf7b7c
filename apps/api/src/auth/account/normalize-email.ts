/**
 * The one spelling of an address that an account is found by: lower case, composed characters. Local
 * parts that differ in case alone belong to one person everywhere that matters (RFC 5321 §2.4 allows
 * more, and warns of it).
 */
export function normalizeEmail(email: string): string {
  return email.toLowerCase().normalize('NFC');
}
