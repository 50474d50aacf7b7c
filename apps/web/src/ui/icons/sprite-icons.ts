/** Lucide icons in the sprite, which every page uses. */
export const LINE_ICONS = [
  ...(['Sun', 'Moon', 'SunMoon', 'Languages', 'Menu', 'X', 'ChevronDown'] as const),
  ...(['ClipboardPaste', 'ArrowDown', 'LoaderCircle', 'CircleAlert'] as const),
] as const;

/** Symbols in the sprite of brand icons (built by icon-sprite.plugin.ts). */
export const BRAND_ICONS: readonly string[] = [
  ...['youtube', 'tiktok', 'twitter', 'facebook', 'vimeo', 'bilibili', 'xiaohongshu'],
  ...['apple-podcasts', 'soundcloud', 'playerfm', 'castbox', 'instagram', 'spotify', 'x'],
  // For links to the operator's own accounts.
  ...[
    'bluesky',
    'discord',
    'github',
    'mastodon',
    'pinterest',
    'reddit',
    'telegram',
    'threads',
    'whatsapp',
  ],
];
