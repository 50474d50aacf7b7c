/** A mail to one person. */
export interface Mail {
  /** What its Message-ID begins with: the same at every try. Letters, digits and hyphens. */
  readonly id: string;
  /** A single address. */
  readonly to: string;
  /** Name shown as the sender where the operator has set none: that of the brand. */
  readonly fromName: string;
  /** Host of the site that it is sent for, without a port: it comes from there where MAIL_FROM is not set. */
  readonly fromHost: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link that it is sent for: logged where mails are only written to the outbox. */
  readonly link: string | null;
}

/** Sends mails: over SMTP, or as files into the outbox of the installation. */
export interface Mailer {
  /**
   * Resolves when the mail has been accepted.
   * @param beforeLast awaited when everything but the end of the mail is out: before it is called the
   *   mail has arrived nowhere, afterwards it may have. Where it rejects, the mail is not sent.
   * @throws MailRefused when trying again would be in vain, MailUncertain when the mail may have been
   *   accepted, anything else when it was not and may be tried again.
   */
  send(mail: Mail, beforeLast: () => Promise<void>): Promise<void>;
}

/** The recipient's address or this very mail was refused for good. The message holds no address. */
export class MailRefused extends Error {}

/** All of the mail was out when the connection broke, so the server may have it. No address in the message. */
export class MailUncertain extends Error {}

/** Injection token of the mailer. */
export const MAILER = Symbol('MAILER');
