import type { MailTexts } from './mail-texts.js';

const PLAIN_LINK = 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :';
const WAS_ENTERED =
  '{{brand}} a envoyé cet e-mail à {{email}} parce que quelqu’un a saisi cette adresse pour s’inscrire ou pour réinitialiser un mot de passe. Les réponses ne sont pas lues.';

/** The French emails. */
export const fr: MailTexts = {
  verify: {
    subject: 'Confirmez votre adresse e-mail pour {{brand}}',
    preview: 'Un clic, et votre adresse e-mail est confirmée.',
    heading: 'Confirmez votre adresse e-mail',
    text: [
      'Bienvenue sur {{brand}} ! Cette adresse a servi à créer votre compte. Veuillez confirmer qu’elle est bien la vôtre.',
    ],
    button: 'Confirmer l’adresse e-mail',
    plainLink: PLAIN_LINK,
    end: 'Le lien fonctionne une seule fois, jusqu’au {{until}}. Ensuite, vous pouvez en demander un nouveau dans votre compte.',
    notYou:
      'Si cette inscription ne vient pas de vous, vous pouvez ignorer cet e-mail : l’adresse ne sera pas confirmée.',
    reason: WAS_ENTERED,
  },
  reset: {
    subject: 'Choisissez un nouveau mot de passe pour {{brand}}',
    preview: 'Ce lien est valable une heure.',
    heading: 'Choisissez un nouveau mot de passe',
    text: [
      'Quelqu’un, vous sans doute, a demandé à réinitialiser le mot de passe de votre compte {{brand}}.',
      'Si vous en choisissez un nouveau, toutes vos sessions seront fermées.',
    ],
    button: 'Choisir un nouveau mot de passe',
    plainLink: PLAIN_LINK,
    end: 'Le lien fonctionne une seule fois, jusqu’au {{until}}. Ensuite, vous pouvez en demander un nouveau au moment de vous connecter.',
    notYou:
      'Si ce n’était pas vous, vous pouvez ignorer cet e-mail : votre mot de passe reste le même. Ne transmettez ce lien à personne, car il donne accès à votre compte.',
    reason: WAS_ENTERED,
  },
  known: {
    subject: 'Vous avez déjà un compte sur {{brand}}',
    preview: 'Connectez-vous avec votre mot de passe, ou choisissez-en un nouveau.',
    heading: 'Vous avez déjà un compte',
    text: [
      'Quelqu’un, vous probablement, a essayé de s’inscrire sur {{brand}} avec cette adresse. Elle est déjà liée à votre compte, et rien n’y a changé.',
      'Connectez-vous avec votre mot de passe. Si vous l’avez oublié, vous pouvez le réinitialiser au moment de vous connecter.',
    ],
    button: 'Se connecter',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      'Si ce n’était pas vous, vous pouvez ignorer cet e-mail : personne ne s’est connecté à votre compte de cette façon.',
    reason: WAS_ENTERED,
  },
  changed: {
    subject: 'Votre mot de passe {{brand}} a été modifié',
    preview: 'Si c’était vous, vous n’avez rien à faire.',
    heading: 'Votre mot de passe a été modifié',
    text: [
      'Le mot de passe de votre compte {{brand}} vient d’être modifié, et tous les autres appareils ont été déconnectés.',
      'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez maintenant un nouveau mot de passe : la personne qui l’a modifié sera déconnectée.',
    ],
    button: 'Choisir un nouveau mot de passe',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      'Si ce n’était pas vous et que vous utilisiez votre ancien mot de passe ailleurs, changez-le là aussi : quelqu’un le connaît peut-être.',
    reason:
      '{{brand}} a envoyé cet e-mail à {{email}} parce que c’est l’adresse d’un compte sur ce site. Les réponses ne sont pas lues.',
  },
};
