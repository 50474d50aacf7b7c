/** An email to one person. */
export interface Mail {
  /** The start of its Message-ID, equal for every retry. Letters, digits and hyphens. */
  readonly id: string;
  /** A single address. */
  readonly to: string;
  /** The brand, shown as the sender unless the operator has set a name. */
  readonly fromName: string;
  /** Host of the site, without a port; the sender's domain unless MAIL_FROM is set. */
  readonly fromHost: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link it contains, logged when emails only go to the outbox. */
  readonly link: string | null;
}

/** Sends emails: over SMTP, or as files into the outbox folder. */
export interface Mailer {
  /**
   * Resolves when the email has been accepted.
   * @param beforeLast awaited when everything but the end of the email is sent: until it is called
   *   the email cannot have been delivered, afterwards it may have been. If it rejects, the email
   *   is not sent.
   * @throws MailRefused when a retry is pointless, MailUncertain when the email may have been
   *   accepted, anything else when it was not and may be retried.
   */
  send(mail: Mail, beforeLast: () => Promise<void>): Promise<void>;
}

/** The recipient's address or this email was refused permanently. The message holds no address. */
export class MailRefused extends Error {}

/**
 * The connection broke after the whole email was sent, so the server may have accepted it. The
 * message holds no address.
 */
export class MailUncertain extends Error {}

/** Injection token of the mailer. */
export const MAILER = Symbol('MAILER');
