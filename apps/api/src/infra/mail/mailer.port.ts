export interface Mail {
  /**
   * The start of the Message-ID, which is the same for each retry. It consists of letters, digits
   * and hyphens.
   */
  readonly id: string;
  /** A single address. */
  readonly to: string;
  /** The brand. It is shown as the sender unless the operator has set a name. */
  readonly fromName: string;
  /** The site's host, without a port. It is the sender's domain unless MAIL_FROM is set. */
  readonly fromHost: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link in the email. It is logged if emails go only to the outbox. */
  readonly link: string | null;
}

/** Sends emails over SMTP, or writes them to the outbox folder. */
export interface Mailer {
  /**
   * Resolves when the email has been accepted.
   * @param beforeLast awaited once everything but the end of the email has been sent. Before this
   * call, the email can't have been delivered; afterwards it may have been. If it rejects, the
   * email is not sent.
   * @throws MailRefused if a retry is pointless; MailUncertain if the email may have been accepted;
   * any other error if it was not accepted and may be retried
   */
  send(mail: Mail, beforeLast: () => Promise<void>): Promise<void>;
}

/**
 * Thrown if the recipient's address or this email was refused permanently. The message contains no
 * address.
 */
export class MailRefused extends Error {}

/**
 * Thrown if the connection broke after the whole email had been sent, so the server may have
 * accepted it. The message contains no address.
 */
export class MailUncertain extends Error {}

export const MAILER = Symbol('MAILER');
