import type { DomainConfig, IllustrationName } from '@dipper/contract';
import type { CatchParts, DrawLetter, PictureParts } from '@dipper/site';
import { themesOf } from '../palette.js';
import type { Palette } from '../tokens.js';
import { dipperFigure, dipperScene } from './dipper/scene.js';
import { renderFavicon } from './favicons.js';

/**
 * Scenes on the water, by illustration. In a separate module, because only the server draws them.
 */
const SCENES: ReadonlyMap<IllustrationName, (palette: Palette) => string> = new Map([
  ['dipper', dipperScene],
]);

/** Figures that stand on a thumbnail, by illustration. */
const FIGURES: ReadonlyMap<IllustrationName, (palette: Palette) => CatchParts['figure']> = new Map([
  ['dipper', dipperFigure],
]);
/** Side of the icon that stands in for other brands' figures, in px. */
const ICON_SIDE = 112;

/** The scene of all other brands: their icon, enlarged. */
function iconScene(favicon: string): string {
  const address = `data:image/svg+xml;base64,${btoa(favicon)}`;
  return `<image href="${address}" x="800" y="120" width="300" height="300"/>`;
}

/**
 * A wave across the picture. The area below it is filled.
 * @param y the position of its middle, in px
 */
function wave(y: number, height: number, fill: string): string {
  const crest = (way: number) => `c100 ${way} 200 ${way} 300 0`;
  const crests = [height, -height, height, -height].map(crest).join('');
  return `<path fill="${fill}" d="M0 ${y}${crests}V630H0Z"/>`;
}

function sheet(...drawings: readonly string[]): string {
  const size = 'viewBox="0 0 1200 630" width="1200" height="630"';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${drawings.join('')}</svg>`;
}

/** The parts of a card with a thumbnail. Its water is lower than on other cards. */
function catchParts(palette: Palette, figure: CatchParts['figure']): CatchParts {
  return {
    behind: sheet(
      `<rect width="1200" height="630" fill="${palette.bg}"/>`,
      wave(474, 26, palette.pale),
      wave(508, -20, palette['water-far']),
    ),
    front: sheet(wave(536, 20, palette.primary)),
    figure,
    margin: palette.bib,
  };
}

/**
 * Returns the parts of a domain's share pictures, in its light colors. The lower 130 px are water,
 * with room for the brand's name. Above the water, nothing is drawn left of 720 px.
 */
export async function pictureParts(site: DomainConfig, draw: DrawLetter): Promise<PictureParts> {
  const { branding } = site;
  const palette = themesOf(branding.colors).light;
  const favicon = await renderFavicon(site, draw);
  const scene = SCENES.get(branding.illustration)?.(palette) ?? iconScene(favicon);
  return {
    name: branding.name,
    favicon,
    font: branding.font,
    colours: { text: palette.text, onWater: palette['on-primary'] },
    backdrop: sheet(
      `<rect width="1200" height="630" fill="${palette.bg}"/>`,
      wave(440, 26, palette.pale),
      scene,
      wave(494, -22, palette.primary),
    ),
    catch: catchParts(
      palette,
      FIGURES.get(branding.illustration)?.(palette) ?? {
        svg: favicon,
        width: ICON_SIDE,
        height: ICON_SIDE,
      },
    ),
  };
}
