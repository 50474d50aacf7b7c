import type { MailKind } from './mail-kinds.js';

/** What the sentences of a mail have places for: plain text. */
export interface MailValues {
  readonly brand: string;
  /** The recipient's own address. */
  readonly email: string;
  /** The moment at which the link ends, in words; '' where it does not. */
  readonly until: string;
}

/** The words of one mail, in the order in which they are read. */
export interface MailWords {
  readonly subject: string;
  /** Shown by mail programs beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly text: readonly string[];
  readonly button: string;
  /** Before the link itself, for programs that show no button. */
  readonly plainLink: string;
  /** When the link ends; '' where it does not. */
  readonly end: string;
  readonly notYou: string;
  /** At the very end: why this mail came. */
  readonly reason: string;
}

type Words = (values: MailValues) => Record<MailKind, MailWords>;

const english: Words = ({ brand, email, until }) => {
  const plainLink = 'If the button does not work, copy this address into your browser:';
  const reason = `${brand} sent this to ${email} because of a request on its sign-in page. Nobody reads replies to it.`;
  return {
    verify: {
      subject: `Confirm your email address for ${brand}`,
      preview: 'One click, and your account is complete.',
      heading: 'Confirm your email address',
      text: [
        `Welcome to ${brand}! You signed up with this address. Please confirm that it is yours.`,
      ],
      button: 'Confirm address',
      plainLink,
      end: `The link works once, until ${until}. After that, ask for a new one in your account.`,
      notYou: 'You did not sign up? Then ignore this email: the address stays unconfirmed.',
      reason,
    },
    reset: {
      subject: `Choose a new password for ${brand}`,
      preview: 'The link is good for one hour.',
      heading: 'Choose a new password',
      text: [
        `Somebody, hopefully you, asked for a new password for your account at ${brand}.`,
        'Once you have chosen it, you are signed out everywhere and can sign in with it.',
      ],
      button: 'Choose a new password',
      plainLink,
      end: `The link works once, until ${until}. After that, ask for a new one on the sign-in page.`,
      notYou:
        'It was not you? Then ignore this email: your password stays as it is. Never pass the link on: it opens your account.',
      reason,
    },
    known: {
      subject: `You already have an account at ${brand}`,
      preview: 'Sign in with the password that you have.',
      heading: 'You already have an account',
      text: [
        `Somebody, probably you, tried to sign up at ${brand} with this address. There is an account with it already, and nothing about it has changed.`,
        'Sign in with your password. If you no longer know it, choose “Forgot password?” there.',
      ],
      button: 'Sign in',
      plainLink,
      end: '',
      notYou: 'It was not you? Then ignore this email: nobody has got into your account.',
      reason,
    },
  };
};

/** By language, as accounts choose it. English stands in for languages without words. */
const LANGUAGES: ReadonlyMap<string, Words> = new Map([['en', english]]);
const FALLBACK = 'en';

/** The language that somebody who has chosen `language` is written to in. */
export function mailLanguage(language: string): string {
  return LANGUAGES.has(language) ? language : FALLBACK;
}

/** @param language one of `mailLanguage` */
export function mailWords(kind: MailKind, language: string, values: MailValues): MailWords {
  return (LANGUAGES.get(language) ?? english)(values)[kind];
}
