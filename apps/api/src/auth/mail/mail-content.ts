import type { DomainConfig } from '@dipper/contract';
import type { Mail } from '../../infra/mail/mailer.port.js';
import { mailHtml } from './mail-layout.js';
import type { MailKind } from './mail-kinds.js';
import { mailLanguage, type MailWords, mailWords } from './mail-words.js';

/** What a mail is made of. */
export interface MailInput {
  readonly branding: DomainConfig['branding'];
  /** The recipient's address. */
  readonly email: string;
  readonly link: string;
  /** When the link ends; null where it does not. */
  readonly expiresAt: Date | null;
  /** Of the account; one without words yet is written to in English. */
  readonly language: string;
  /** IANA name, as the account has chosen it. */
  readonly timezone: string;
}

export type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>;

/** "November 23, 2026 at 7:05 PM UTC" */
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

/** Subject, text and HTML of a mail. Values are text: whatever they hold, they are shown as it stands. */
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
