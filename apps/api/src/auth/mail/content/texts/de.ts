import type { MailTexts } from './mail-texts.js';

const PLAIN_LINK = 'Falls der Button nicht funktioniert, kopiere diese Adresse in deinen Browser:';
const WAS_ENTERED =
  '{{brand}} hat diese E-Mail an {{email}} gesendet, weil jemand diese Adresse bei der Registrierung oder zum Zurücksetzen eines Passworts angegeben hat. Antworten werden nicht gelesen.';

/** The German emails. */
export const de: MailTexts = {
  verify: {
    subject: 'Bestätige deine E-Mail-Adresse für {{brand}}',
    preview: 'Ein Klick, und deine E-Mail-Adresse ist bestätigt.',
    heading: 'Bestätige deine E-Mail-Adresse',
    text: [
      'Willkommen bei {{brand}}! Du hast dich mit dieser Adresse registriert. Bitte bestätige, dass sie dir gehört.',
    ],
    button: 'E-Mail-Adresse bestätigen',
    plainLink: PLAIN_LINK,
    end: 'Der Link funktioniert einmal, und zwar bis {{until}}. Danach kannst du in deinem Konto einen neuen anfordern.',
    notYou:
      'Falls du dich nicht registriert hast, kannst du diese E-Mail ignorieren: Die Adresse wird dann nicht bestätigt.',
    reason: WAS_ENTERED,
  },
  reset: {
    subject: 'Neues Passwort für {{brand}} festlegen',
    preview: 'Dieser Link ist eine Stunde lang gültig.',
    heading: 'Neues Passwort festlegen',
    text: [
      'Jemand, hoffentlich du, möchte das Passwort deines Kontos bei {{brand}} zurücksetzen.',
      'Wenn du ein neues festlegst, wirst du überall abgemeldet.',
    ],
    button: 'Neues Passwort festlegen',
    plainLink: PLAIN_LINK,
    end: 'Der Link funktioniert einmal, und zwar bis {{until}}. Danach kannst du bei der Anmeldung einen neuen anfordern.',
    notYou:
      'Falls du das nicht warst, kannst du diese E-Mail ignorieren: Dein Passwort bleibt, wie es ist. Gib den Link nicht weiter, denn wer ihn hat, kommt in dein Konto.',
    reason: WAS_ENTERED,
  },
  known: {
    subject: 'Du hast schon ein Konto bei {{brand}}',
    preview: 'Melde dich mit deinem Passwort an oder lege ein neues fest.',
    heading: 'Du hast schon ein Konto',
    text: [
      'Jemand, wahrscheinlich du, wollte sich mit dieser Adresse bei {{brand}} registrieren. Du hast damit schon ein Konto, und daran hat sich nichts geändert.',
      'Melde dich mit deinem Passwort an. Falls du es vergessen hast, kannst du es bei der Anmeldung zurücksetzen.',
    ],
    button: 'Anmelden',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      'Falls du das nicht warst, kannst du diese E-Mail ignorieren: Auf diesem Weg hat sich niemand in deinem Konto angemeldet.',
    reason: WAS_ENTERED,
  },
  changed: {
    subject: 'Dein Passwort für {{brand}} wurde geändert',
    preview: 'Falls du das warst, musst du nichts tun.',
    heading: 'Dein Passwort wurde geändert',
    text: [
      'Das Passwort deines Kontos bei {{brand}} wurde gerade geändert, und alle anderen Geräte wurden abgemeldet.',
      'Falls du das warst, musst du nichts tun. Falls nicht, lege jetzt ein neues Passwort fest: Damit wird auch abgemeldet, wer es geändert hat.',
    ],
    button: 'Neues Passwort festlegen',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      'Falls du das nicht warst und dein altes Passwort auch anderswo verwendest, ändere es dort ebenfalls: Vielleicht kennt es jemand.',
    reason:
      '{{brand}} hat diese E-Mail an {{email}} gesendet, weil sie die Adresse eines Kontos auf dieser Website ist. Antworten werden nicht gelesen.',
  },
};
