import { createHash } from 'node:crypto';
import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as simpleIcons from 'simple-icons';
import type { SimpleIcon } from 'simple-icons';
import type { Plugin } from 'vite';
import { BRAND_ICONS, LINE_ICONS } from './src/ui/icons/icon-names.js';

/** Our names for brands whose slug in simple-icons differs from the name without its hyphens. */
const SLUGS: Readonly<Record<string, string>> = { twitter: 'x' };

const ICONS = simpleIcons as unknown as Readonly<Record<string, SimpleIcon | undefined>>;

function symbol(name: string): string {
  const slug = SLUGS[name] ?? name.replaceAll('-', '');
  const icon = ICONS[`si${slug.charAt(0).toUpperCase()}${slug.slice(1)}`];
  if (icon === undefined) {
    throw new Error(`simple-icons has no "${slug}" (src/ui/icons/icon-names.ts)`);
  }
  return `<symbol id="${name}" viewBox="0 0 24 24"><path d="${icon.path}"/></symbol>`;
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
