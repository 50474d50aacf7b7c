import { fill } from '@dipper/contract';
import type { MailKind } from '../mail-kinds.js';
import { de } from './texts/de.js';
import { ar } from './texts/ar.js';
import { en } from './texts/en.js';
import { es } from './texts/es.js';
import { fr } from './texts/fr.js';
import { it } from './texts/it.js';
import { ja } from './texts/ja.js';
import { pt } from './texts/pt.js';
import { zh } from './texts/zh.js';
import { ko } from './texts/ko.js';
import { ru } from './texts/ru.js';
import { hi } from './texts/hi.js';
import type { MailTexts, MailWords } from './texts/mail-texts.js';

/** The values inserted into an email's sentences, as plain text. */
interface MailValues extends Readonly<Record<string, string>> {
  readonly brand: string;
  readonly email: string;
  /** When the link expires, in words; '' if it never does. */
  readonly until: string;
}

/**
 * The wording of all emails, by the account's language. To translate them, add a file to `texts`
 * and a line here. All other languages use English.
 */
export const MAIL_TEXTS: ReadonlyMap<string, MailTexts> = new Map([
  ['en', en],
  ['de', de],
  ['es', es],
  ['fr', fr],
  ['ar', ar],
  ['it', it],
  ['ja', ja],
  ['pt', pt],
  ['zh', zh],
  ['ko', ko],
  ['ru', ru],
  ['hi', hi],
]);
const FALLBACK = 'en';

export function mailLanguage(language: string): string {
  return MAIL_TEXTS.has(language) ? language : FALLBACK;
}

/** @param language as returned by `mailLanguage` */
export function mailWords(kind: MailKind, language: string, values: MailValues): MailWords {
  const { text, ...lines } = (MAIL_TEXTS.get(language) ?? en)[kind];
  return {
    subject: fill(lines.subject, values),
    preview: fill(lines.preview, values),
    heading: fill(lines.heading, values),
    text: text.map((sentence) => fill(sentence, values)),
    button: fill(lines.button, values),
    plainLink: fill(lines.plainLink, values),
    end: fill(lines.end, values),
    notYou: fill(lines.notYou, values),
    reason: fill(lines.reason, values),
  };
}
