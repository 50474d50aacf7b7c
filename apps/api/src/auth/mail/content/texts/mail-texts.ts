import type { MailKind } from '../../mail-kinds.js';

/** The wording of one email, in reading order. */
export interface MailWords {
  readonly subject: string;
  /** The preview that mail programs show next to the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly text: readonly string[];
  readonly button: string;
  /** The sentence above the plain link, for mail programs that don't show the button. */
  readonly plainLink: string;
  /** When the link expires; '' if it never does. */
  readonly end: string;
  readonly notYou: string;
  /** The last sentence, which explains why this email was sent. */
  readonly reason: string;
}

/** The emails of a language. Their sentences may contain `{{brand}}`, `{{email}}` and `{{until}}`. */
export type MailTexts = Readonly<Record<MailKind, MailWords>>;
