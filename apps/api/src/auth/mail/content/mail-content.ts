import type { DomainConfig } from '@dipper/contract';
import type { Mail } from '../../../infra/mail/mailer.port.js';
import { mailHtml } from './mail-layout.js';
import type { MailKind } from '../mail-kinds.js';
import { mailLanguage, mailWords } from './mail-words.js';
import type { MailWords } from './texts/mail-texts.js';

export interface MailInput {
  readonly branding: DomainConfig['branding'];
  readonly email: string;
  readonly link: string;
  /** When the link expires; null if it never does. */
  readonly expiresAt: Date | null;
  /** The account's language. Emails are in English if there is no translation into it. */
  readonly language: string;
  /** The IANA name of the time zone chosen in the account. */
  readonly timezone: string;
}

type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>;

/** For example "November 23, 2026 at 7:05 PM UTC". */
function momentIn(language: string, timezone: string, moment: Date): string {
  const format = new Intl.DateTimeFormat(language, {
    ...({ year: 'numeric', month: 'long', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit' } as const),
    timeZone: timezone,
    timeZoneName: 'short',
  });
  return format.format(moment);
}

function plainText(words: MailWords, brand: string, link: string): string {
  const { heading, text, button, end, notYou, reason } = words;
  return [heading, ...text, `${button}:\n${link}`, end, notYou, `-- \n${brand}\n${reason}`]
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * Writes the subject, text and HTML of an email. The values are plain text, which is escaped in the
 * HTML.
 */
export function mailContent(kind: MailKind, input: MailInput): MailContent {
  const { branding, email, link, expiresAt, timezone } = input;
  const brand = branding.name;
  const language = mailLanguage(input.language);
  const until = expiresAt === null ? '' : momentIn(language, timezone, expiresAt);
  const words = mailWords(kind, language, { brand, email, until });
  return {
    subject: words.subject,
    text: plainText(words, brand, link),
    html: mailHtml({ words, language, branding, link }),
  };
}
