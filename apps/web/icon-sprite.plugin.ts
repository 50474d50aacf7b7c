import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { BRAND_ICONS, LINE_ICONS } from './src/ui/icons/sprite-icons.js';

/** Our names for brands whose slug in simple-icons differs from the name without its hyphens. */
const SLUGS: Readonly<Record<string, string>> = { twitter: 'x' };

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string } | undefined>>;
}

/** All icons in one file. The package `simple-icons` has a file for each of them. */
const { icons: ICONS } = createRequire(import.meta.url)(
  '@iconify-json/simple-icons/icons.json',
) as IconSet;

function symbol(name: string): string {
  const slug = SLUGS[name] ?? name.replaceAll('-', '');
  const icon = ICONS[slug];
  if (icon === undefined) {
    throw new Error(`simple-icons has no "${slug}" (src/ui/icons/sprite-icons.ts)`);
  }
  // Without its own fill, a symbol has the fill of the element that uses it.
  const shapes = icon.body.replaceAll(' fill="currentColor"', '');
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
}

function lineSymbol(name: (typeof LINE_ICONS)[number]): string {
  const svg = renderToStaticMarkup(createElement(lucide[name]));
  return svg
    .replace(/^<svg|<\/svg>$/g, (tag) => tag.replace('svg', 'symbol'))
    .replace(/ (?:xmlns|class|width|height|aria-hidden)="[^"]*"/g, '')
    .replace('<symbol', `<symbol id="${name}"`);
}

/**
 * Emits one sprite with all brand icons. They are displayed with `<use href>`, so that no script or
 * page contains their paths. Code reads the sprite's URL from `__ICON_SPRITE__`.
 */
export function iconSprite(): Plugin {
  const symbols = [...BRAND_ICONS.map(symbol), ...LINE_ICONS.map(lineSymbol)];
  const source = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  const fileName = `assets/icon-sprite-${hash}.svg`;
  let isClient = false;
  return {
    name: 'dipper:icon-sprite',
    config: () => ({ define: { __ICON_SPRITE__: JSON.stringify(`/${fileName}`) } }),
    configResolved({ build }) {
      isClient = build.ssr === false;
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(source);
      });
    },
    generateBundle() {
      if (isClient) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
