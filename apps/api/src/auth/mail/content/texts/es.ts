import type { MailTexts } from './mail-texts.js';

const PLAIN_LINK = 'Si el botón no funciona, copia esta dirección en tu navegador:';
const WAS_ENTERED =
  '{{brand}} envió este mensaje a {{email}} porque alguien escribió esta dirección para crear una cuenta o restablecer una contraseña. Las respuestas no se leen.';

/** The Spanish emails. */
export const es: MailTexts = {
  verify: {
    subject: 'Verifica tu dirección de correo en {{brand}}',
    preview: 'Un clic y tu dirección de correo queda verificada.',
    heading: 'Verifica tu dirección de correo',
    text: [
      '¡Te damos la bienvenida a {{brand}}! Creaste una cuenta con esta dirección. Por favor, verifica que es tuya.',
    ],
    button: 'Verificar correo',
    plainLink: PLAIN_LINK,
    end: 'El enlace funciona una sola vez, hasta el {{until}}. Después, puedes pedir uno nuevo en tu cuenta.',
    notYou: 'Si no creaste una cuenta, puedes ignorar este correo: la dirección no se verificará.',
    reason: WAS_ENTERED,
  },
  reset: {
    subject: 'Elige una contraseña nueva para {{brand}}',
    preview: 'Este enlace vale durante una hora.',
    heading: 'Elige una contraseña nueva',
    text: [
      'Alguien, esperamos que tú, pidió restablecer la contraseña de tu cuenta de {{brand}}.',
      'Al elegir una nueva, se cierra tu sesión en todos los dispositivos.',
    ],
    button: 'Elegir contraseña nueva',
    plainLink: PLAIN_LINK,
    end: 'El enlace funciona una sola vez, hasta el {{until}}. Después, puedes pedir uno nuevo al iniciar sesión.',
    notYou:
      'Si no fuiste tú, puedes ignorar este correo: tu contraseña no cambia. No compartas el enlace, porque cualquiera que lo tenga puede entrar en tu cuenta.',
    reason: WAS_ENTERED,
  },
  known: {
    subject: 'Ya tienes una cuenta en {{brand}}',
    preview: 'Inicia sesión con tu contraseña o elige una nueva.',
    heading: 'Ya tienes una cuenta',
    text: [
      'Alguien, probablemente tú, intentó crear una cuenta de {{brand}} con esta dirección. Ya tienes una cuenta con ella, y nada en esa cuenta ha cambiado.',
      'Inicia sesión con tu contraseña. Si la olvidaste, puedes restablecerla al iniciar sesión.',
    ],
    button: 'Iniciar sesión',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      'Si no fuiste tú, puedes ignorar este correo: nadie ha entrado en tu cuenta de esta forma.',
    reason: WAS_ENTERED,
  },
  changed: {
    subject: 'Se cambió tu contraseña de {{brand}}',
    preview: 'Si fuiste tú, no tienes que hacer nada.',
    heading: 'Se cambió tu contraseña',
    text: [
      'La contraseña de tu cuenta de {{brand}} se acaba de cambiar, y se cerró la sesión en todos los demás dispositivos.',
      'Si fuiste tú, no tienes que hacer nada. Si no, elige una contraseña nueva ahora mismo: así se cierra la sesión de quien la cambió.',
    ],
    button: 'Elegir contraseña nueva',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      'Si no fuiste tú y usabas la contraseña anterior en otros sitios, cámbiala también allí: puede que alguien la conozca.',
    reason:
      '{{brand}} envió este mensaje a {{email}} porque es la dirección de una cuenta de ese sitio. Las respuestas no se leen.',
  },
};
