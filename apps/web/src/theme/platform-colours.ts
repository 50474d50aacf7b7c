import type { DomainConfig } from '@dipper/contract';
import { contrast, firstTowards, onColour } from '@dipper/site';
import { themesOf } from './palette.js';
import { EDGE_RATIO, type Palette } from './tokens.js';

type Platforms = DomainConfig['supportedPlatforms'];

/**
 * Returns the variables of the platforms' colors, each adjusted until it is visible on cards and
 * on the page.
 */
function declarations(platforms: Platforms, { bg, surface }: Palette): string {
  return platforms
    .map(({ id, color }) => {
      const seen = firstTowards(
        color,
        onColour(bg),
        (colour) => Math.min(contrast(colour, bg), contrast(colour, surface)) >= EDGE_RATIO,
      );
      return `--platform-${id}:${seen}`;
    })
    .join(';');
}

/**
 * Returns the platforms' own colors as CSS variables, `--platform-{id}`. Icons in our brand's
 * color have no variable and use the text color. The ids are known and the values are validated
 * hex colors, so nothing can inject CSS.
 */
export function platformStyles({
  branding,
  features,
  supportedPlatforms,
}: Pick<DomainConfig, 'branding' | 'features' | 'supportedPlatforms'>): string {
  const coloured = supportedPlatforms.filter(
    ({ color, enabled }) => enabled && color !== branding.colors.primary,
  );
  if (coloured.length === 0) {
    return '';
  }
  const { light, dark } = themesOf(branding.colors);
  const day = `:root{${declarations(coloured, light)}}`;
  if (!features.darkMode) {
    return day;
  }
  const night = declarations(coloured, dark);
  return [
    day,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${night}}}`,
    `:root[data-theme=dark]{${night}}`,
  ].join('');
}
