import type { MailTexts } from './mail-texts.js';

const PLAIN_LINK = 'If the button does not work, copy this address into your browser:';
const WAS_ENTERED =
  '{{brand}} sent this to {{email}} because someone entered this address to sign up or to reset a password. Replies are not read.';

/** The English emails, from which all others are translated. */
export const en: MailTexts = {
  verify: {
    subject: 'Verify your email address for {{brand}}',
    preview: 'One click and your email address is verified.',
    heading: 'Verify your email address',
    text: ["Welcome to {{brand}}! You signed up with this address. Please verify that it's yours."],
    button: 'Verify email',
    plainLink: PLAIN_LINK,
    end: 'The link works once, until {{until}}. After that, you can request a new one in your account.',
    notYou: "If you didn't sign up, you can ignore this email: the address will not be verified.",
    reason: WAS_ENTERED,
  },
  reset: {
    subject: 'Choose a new password for {{brand}}',
    preview: 'This link is good for one hour.',
    heading: 'Choose a new password',
    text: [
      'Someone, hopefully you, asked to reset the password for your {{brand}} account.',
      'Choosing a new one signs you out everywhere.',
    ],
    button: 'Choose a new password',
    plainLink: PLAIN_LINK,
    end: 'The link works once, until {{until}}. After that, you can request a new one when signing in.',
    notYou:
      "If it wasn't you, you can ignore this email: your password stays the same. Don't share the link, because anyone who has it can get into your account.",
    reason: WAS_ENTERED,
  },
  known: {
    subject: 'You already have an account at {{brand}}',
    preview: 'Sign in with your password, or choose a new one.',
    heading: 'You already have an account',
    text: [
      'Someone, probably you, tried to sign up for {{brand}} with this address. You already have an account with it, and nothing about that account has changed.',
      "Sign in with your password. If you've forgotten it, you can reset it when you sign in.",
    ],
    button: 'Sign in',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      "If it wasn't you, you can ignore this email: nobody has signed in to your account this way.",
    reason: WAS_ENTERED,
  },
  changed: {
    subject: 'Your {{brand}} password was changed',
    preview: "If it was you, you don't need to do anything.",
    heading: 'Your password was changed',
    text: [
      'The password for your {{brand}} account was just changed, and all other devices were signed out.',
      "If it was you, you don't need to do anything. If it wasn't, choose a new password now: that signs out whoever changed it.",
    ],
    button: 'Choose a new password',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      "If it wasn't you and you used your old password elsewhere, change it there, too: someone may know it.",
    reason:
      '{{brand}} sent this to {{email}} because it is the address of an account on that site. Replies are not read.',
  },
};
