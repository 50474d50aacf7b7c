import type { MailTexts } from './mail-texts.js';

const PLAIN_LINK = 'Se il pulsante non funziona, copia questo indirizzo nel browser:';
const WAS_ENTERED =
  '{{brand}} ha inviato questo messaggio a {{email}} perché qualcuno ha inserito questo indirizzo per creare un account o reimpostare una password. Le risposte non vengono lette.';

/** The Italian emails. */
export const it: MailTexts = {
  verify: {
    subject: 'Verifica il tuo indirizzo email per {{brand}}',
    preview: 'Un clic e il tuo indirizzo email è verificato.',
    heading: 'Verifica il tuo indirizzo email',
    text: [
      'Ti diamo il benvenuto su {{brand}}! Hai creato un account con questo indirizzo. Per favore, verifica che sia tuo.',
    ],
    button: 'Verifica l’email',
    plainLink: PLAIN_LINK,
    end: 'Il link funziona una sola volta. Scadenza: {{until}}. Poi puoi richiederne uno nuovo dal tuo account.',
    notYou:
      'Se non hai creato un account, puoi ignorare questa email: l’indirizzo non verrà verificato.',
    reason: WAS_ENTERED,
  },
  reset: {
    subject: 'Scegli una nuova password per {{brand}}',
    preview: 'Questo link vale per un’ora.',
    heading: 'Scegli una nuova password',
    text: [
      'Qualcuno, speriamo tu, ha chiesto di reimpostare la password del tuo account {{brand}}.',
      'Quando ne scegli una nuova, la sessione viene chiusa su tutti i dispositivi.',
    ],
    button: 'Scegli una nuova password',
    plainLink: PLAIN_LINK,
    end: 'Il link funziona una sola volta. Scadenza: {{until}}. Poi puoi richiederne uno nuovo quando accedi.',
    notYou:
      'Se la richiesta non è tua, puoi ignorare questa email: la tua password non cambia. Non condividere il link, perché chiunque lo abbia può entrare nel tuo account.',
    reason: WAS_ENTERED,
  },
  known: {
    subject: 'Hai già un account su {{brand}}',
    preview: 'Accedi con la tua password o scegline una nuova.',
    heading: 'Hai già un account',
    text: [
      'Qualcuno, probabilmente tu, ha provato a registrarsi su {{brand}} con questo indirizzo. Hai già un account con questo indirizzo, e nell’account non è cambiato nulla.',
      'Accedi con la tua password. Se l’hai dimenticata, puoi reimpostarla quando accedi.',
    ],
    button: 'Accedi',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      'Se la richiesta non è tua, puoi ignorare questa email: nessuno è entrato nel tuo account in questo modo.',
    reason: WAS_ENTERED,
  },
  changed: {
    subject: 'La tua password di {{brand}} è stata cambiata',
    preview: 'Se l’hai cambiata tu, non devi fare nulla.',
    heading: 'La tua password è stata cambiata',
    text: [
      'La password del tuo account {{brand}} è stata appena cambiata, e la sessione è stata chiusa su tutti gli altri dispositivi.',
      'Se l’hai cambiata tu, non devi fare nulla. Altrimenti scegli subito una nuova password: così si chiude la sessione di chi l’ha cambiata.',
    ],
    button: 'Scegli una nuova password',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      'Se non l’hai cambiata tu e usavi la vecchia password anche altrove, cambiala anche lì: qualcuno potrebbe conoscerla.',
    reason:
      '{{brand}} ha inviato questo messaggio a {{email}} perché è l’indirizzo di un account su quel sito. Le risposte non vengono lette.',
  },
};
