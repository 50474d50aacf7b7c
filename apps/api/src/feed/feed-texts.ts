/** The sentences of a feed in one language, with `{{placeholders}}`. */
export interface FeedTexts {
  readonly title: string;
  readonly description: string;
  readonly page: string;
  /** The description of an item whose file has expired. The original page follows. */
  readonly expired: string;
}

/** By the account's language. All other languages use English. */
export const FEED_TEXTS = {
  en: {
    title: '{{name}}: my feed',
    description: 'Audio that you have made with {{name}}. Only for you: do not share it.',
    page: 'Original page: {{page}}',
    expired: 'The file has expired. Prepare it again: {{again}}',
  },
  es: {
    title: '{{name}}: mi feed',
    description: 'Audio que has creado con {{name}}. Es solo para ti: no lo compartas.',
    page: 'Página original: {{page}}',
    expired: 'El archivo ha caducado. Prepáralo de nuevo: {{again}}',
  },
  fr: {
    title: '{{name}} : mon flux',
    description:
      'Les fichiers audio que vous avez créés avec {{name}}. Ce flux n’est que pour vous : ne le partagez pas.',
    page: 'Page d’origine : {{page}}',
    expired: 'Le fichier a expiré. Préparez-le à nouveau : {{again}}',
  },
  de: {
    title: '{{name}}: mein Feed',
    description:
      'Audiodateien, die du mit {{name}} erstellt hast. Nur für dich: Gib diesen Feed nicht weiter.',
    page: 'Originalseite: {{page}}',
    expired: 'Die Datei ist abgelaufen. Hier lässt sie sich erneut vorbereiten: {{again}}',
  },
  it: {
    title: '{{name}}: il mio feed',
    description: 'L’audio che hai creato con {{name}}. È solo per te: non condividerlo.',
    page: 'Pagina originale: {{page}}',
    expired: 'Il file è scaduto. Preparalo di nuovo: {{again}}',
  },
  pt: {
    title: '{{name}}: meu feed',
    description: 'Áudio que você criou com o {{name}}. É só para você: não compartilhe.',
    page: 'Página original: {{page}}',
    expired: 'O arquivo expirou. Prepare de novo: {{again}}',
  },
  ru: {
    title: '{{name}}: моя лента',
    description: 'Аудио, созданное с помощью {{name}}. Только для вас: не делитесь этой лентой.',
    page: 'Исходная страница: {{page}}',
    expired: 'Срок хранения файла истёк. Подготовить его снова: {{again}}',
  },
  ja: {
    title: '{{name}}: マイフィード',
    description: '{{name}}で作成した音声です。あなた専用のフィードなので、共有しないでください。',
    page: '元のページ: {{page}}',
    expired: 'ファイルは期限切れです。もう一度準備する: {{again}}',
  },
  ko: {
    title: '{{name}}: 내 피드',
    description: '{{name}}에서 만든 오디오예요. 나만을 위한 피드이니 공유하지 마세요.',
    page: '원본 페이지: {{page}}',
    expired: '파일이 만료됐어요. 다시 준비하기: {{again}}',
  },
  zh: {
    title: '{{name}}：我的订阅源',
    description: '你用 {{name}} 制作的音频。仅供你自己收听，请勿分享。',
    page: '原页面：{{page}}',
    expired: '文件已过期。重新准备：{{again}}',
  },
  ar: {
    title: '{{name}}: خلاصتي',
    description: 'ملفات صوتية أنشأتها باستخدام {{name}}. هذه الخلاصة لك وحدك، فلا تشاركها.',
    page: 'الصفحة الأصلية: {{page}}',
    expired: 'انتهت صلاحية الملف. لتجهيزه من جديد: {{again}}',
  },
  hi: {
    title: '{{name}}: मेरी फ़ीड',
    description: '{{name}} से बनाए गए आपके ऑडियो। यह फ़ीड सिर्फ़ आपके लिए है, इसे शेयर न करें।',
    page: 'मूल पेज: {{page}}',
    expired: 'फ़ाइल का समय खत्म हो गया है। इसे फिर से तैयार करें: {{again}}',
  },
} as const satisfies Record<string, FeedTexts>;

export type FeedLanguage = keyof typeof FEED_TEXTS;

export function feedLanguage(language: string): FeedLanguage {
  return Object.hasOwn(FEED_TEXTS, language) ? (language as FeedLanguage) : 'en';
}
