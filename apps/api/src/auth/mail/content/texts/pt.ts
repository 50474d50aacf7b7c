import type { MailTexts } from './mail-texts.js';

const PLAIN_LINK = 'Se o botão não funcionar, copie este endereço para o seu navegador:';
const WAS_ENTERED =
  'O {{brand}} enviou esta mensagem para {{email}} porque alguém digitou este endereço para criar uma conta ou redefinir uma senha. As respostas não são lidas.';

/** The Portuguese emails. */
export const pt: MailTexts = {
  verify: {
    subject: 'Confirme seu endereço de e-mail no {{brand}}',
    preview: 'Um clique e seu endereço de e-mail está confirmado.',
    heading: 'Confirme seu endereço de e-mail',
    text: [
      'Boas-vindas ao {{brand}}! Você criou uma conta com este endereço. Por favor, confirme que ele é seu.',
    ],
    button: 'Confirmar e-mail',
    plainLink: PLAIN_LINK,
    end: 'O link funciona uma única vez, até {{until}}. Depois disso, você pode pedir outro na sua conta.',
    notYou:
      'Se você não criou uma conta, pode ignorar este e-mail: o endereço não será confirmado.',
    reason: WAS_ENTERED,
  },
  reset: {
    subject: 'Escolha uma nova senha para o {{brand}}',
    preview: 'Este link vale por uma hora.',
    heading: 'Escolha uma nova senha',
    text: [
      'Alguém, esperamos que você, pediu para redefinir a senha da sua conta no {{brand}}.',
      'Ao escolher uma nova, você sai da conta em todos os dispositivos.',
    ],
    button: 'Escolher nova senha',
    plainLink: PLAIN_LINK,
    end: 'O link funciona uma única vez, até {{until}}. Depois disso, você pode pedir outro ao entrar.',
    notYou:
      'Se não foi você, pode ignorar este e-mail: sua senha continua a mesma. Não compartilhe o link, porque quem o tiver pode entrar na sua conta.',
    reason: WAS_ENTERED,
  },
  known: {
    subject: 'Você já tem uma conta no {{brand}}',
    preview: 'Entre com sua senha ou escolha uma nova.',
    heading: 'Você já tem uma conta',
    text: [
      'Alguém, provavelmente você, tentou criar uma conta no {{brand}} com este endereço. Você já tem uma conta com ele, e nada mudou nela.',
      'Entre com sua senha. Se você a esqueceu, pode redefini-la ao entrar.',
    ],
    button: 'Entrar',
    plainLink: PLAIN_LINK,
    end: '',
    notYou: 'Se não foi você, pode ignorar este e-mail: ninguém entrou na sua conta dessa forma.',
    reason: WAS_ENTERED,
  },
  changed: {
    subject: 'Sua senha no {{brand}} foi alterada',
    preview: 'Se foi você, não precisa fazer nada.',
    heading: 'Sua senha foi alterada',
    text: [
      'A senha da sua conta no {{brand}} acabou de ser alterada, e a sessão foi encerrada em todos os outros dispositivos.',
      'Se foi você, não precisa fazer nada. Se não foi, escolha uma nova senha agora: isso encerra a sessão de quem a alterou.',
    ],
    button: 'Escolher nova senha',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      'Se não foi você e a senha antiga era usada em outros lugares, mude-a lá também: alguém pode conhecê-la.',
    reason:
      'O {{brand}} enviou esta mensagem para {{email}} porque é o endereço de uma conta nesse site. As respostas não são lidas.',
  },
};
