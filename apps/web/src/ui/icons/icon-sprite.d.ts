/** The URL of the sprite of brand icons, defined by the build (icon-sprite.plugin.ts). */
declare const __ICON_SPRITE__: string;
