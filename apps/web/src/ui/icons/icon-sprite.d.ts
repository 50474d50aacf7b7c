/** The URL of the sprite of brand icons. The build defines it (icon-sprite.plugin.ts). */
declare const __ICON_SPRITE__: string;
