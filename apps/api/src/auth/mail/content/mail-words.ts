import type { MailKind } from './mail-kinds.js';

/** The values for the placeholders in an email's sentences, as plain text. */
export interface MailValues {
  readonly brand: string;
  readonly email: string;
  /** When the link expires, in words; '' if it doesn't. */
  readonly until: string;
}

export interface MailWords {
  readonly subject: string;
  /** The preview that mail programs show next to the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly text: readonly string[];
  readonly button: string;
  /** The sentence above the plain link, for mail programs that don't show the button. */
  readonly plainLink: string;
  /** When the link expires; '' if it doesn't. */
  readonly end: string;
  readonly notYou: string;
  readonly reason: string;
}

type Words = Record<MailKind, (values: MailValues) => MailWords>;

const PLAIN_LINK = 'If the button does not work, copy this address into your browser:';
const wasEntered = ({ brand, email }: MailValues): string =>
  `${brand} sent this to ${email} because someone entered this address on its sign-in page. Replies are not read.`;

const english: Words = {
  verify: (values) => ({
    subject: `Verify your email address for ${values.brand}`,
    preview: 'One click completes your account.',
    heading: 'Verify your email address',
    text: [
      `Welcome to ${values.brand}! You signed up with this address. Please verify that it's yours.`,
    ],
    button: 'Verify email',
    plainLink: PLAIN_LINK,
    end: `The link works once, until ${values.until}. After that, you can request a new one in your account.`,
    notYou: "If you didn't sign up, you can ignore this email: the address will not be verified.",
    reason: wasEntered(values),
  }),
  reset: (values) => ({
    subject: `Choose a new password for ${values.brand}`,
    preview: 'This link is good for one hour.',
    heading: 'Choose a new password',
    text: [
      `Someone, hopefully you, asked to reset the password of your ${values.brand} account.`,
      'Choosing a new one signs you out everywhere.',
    ],
    button: 'Choose a new password',
    plainLink: PLAIN_LINK,
    end: `The link works once, until ${values.until}. After that, you can request a new one when signing in.`,
    notYou:
      "If it wasn't you, you can ignore this email: your password stays the same. Don't share the link: it lets anyone into your account.",
    reason: wasEntered(values),
  }),
  known: (values) => ({
    subject: `You already have an account at ${values.brand}`,
    preview: 'Sign in with your password, or choose a new one.',
    heading: 'You already have an account',
    text: [
      `Someone, probably you, tried to sign up at ${values.brand} with this address. You already have an account with it, and nothing about it has changed.`,
      "Sign in with your password. If you've forgotten it, you can reset it there.",
    ],
    button: 'Sign in',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      "If it wasn't you, you can ignore this email: nobody has signed in to your account this way.",
    reason: wasEntered(values),
  }),
  changed: (values) => ({
    subject: `Your ${values.brand} password was changed`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    text: [
      `The password of your ${values.brand} account was just changed, and all other devices were signed out.`,
      "If it was you, there is nothing to do. If it wasn't, choose a new password now: that signs out whoever changed it.",
    ],
    button: 'Choose a new password',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      "If it wasn't you and you use the same password elsewhere, change it there, too: someone knows it.",
    reason: `${values.brand} sent this to ${values.email} because it is the address of an account there. Replies are not read.`,
  }),
};

/** The wording by account language. All other languages use English. */
const LANGUAGES: ReadonlyMap<string, Words> = new Map([['en', english]]);
const FALLBACK = 'en';

export function mailLanguage(language: string): string {
  return LANGUAGES.has(language) ? language : FALLBACK;
}

/** @param language as returned by `mailLanguage` */
export function mailWords(kind: MailKind, language: string, values: MailValues): MailWords {
  return (LANGUAGES.get(language) ?? english)[kind](values);
}
