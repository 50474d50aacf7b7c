/** A mail to one person. */
export interface Mail {
  /** A single address. */
  readonly to: string;
  /** Name shown as the sender: that of the brand. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link that it is sent for: logged where mails are only written to the outbox. */
  readonly link: string | null;
}

/** Sends mails: over SMTP, or as files into the outbox of the installation. */
export interface Mailer {
  /** Resolves when the mail is out of our hands. @throws when it could not be handed over. */
  send(mail: Mail): Promise<void>;
}

/** Injection token of the mailer. */
export const MAILER = Symbol('MAILER');
