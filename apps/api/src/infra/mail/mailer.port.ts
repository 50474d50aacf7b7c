/** A mail to one person. */
export interface Mail {
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
   * Resolves when the mail is out of our hands.
   * @throws MailRefused when trying again would be in vain, anything else when it would not.
   */
  send(mail: Mail): Promise<void>;
}

/** The recipient's address or this very mail was refused for good. The message holds no address. */
export class MailRefused extends Error {}

/** Injection token of the mailer. */
export const MAILER = Symbol('MAILER');
