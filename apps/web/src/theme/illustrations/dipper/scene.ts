import type { Palette } from '../../tokens.js';

/** The standing bird, in a box of 266 by 188 that begins at 86, 26. */
function bird(palette: Palette): string {
  return [
    `<path fill="${palette.primary}" d="M104 92c15 5 26 13 34 24 15-31 46-48 82-48 9-15 25-24 43-24 25 0 44 16 49 39l28 12-28 9c-5 60-48 91-104 91-53 0-93-26-97-75-1-10-3-19-7-28Z"/>`,
    `<path fill="${palette.bib}" d="M302 108c1 39-22 69-58 79-20-16-22-45-6-68 15-21 44-26 64-11Z"/>`,
    `<circle fill="${palette.bib}" cx="272" cy="78" r="9"/>`,
    `<circle fill="${palette['primary-strong']}" cx="273.500" cy="78" r="4.500"/>`,
    `<path fill="none" stroke="${palette.accent}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M202 192v20h14m12-20v20h14"/>`,
  ].join('');
}

/** The bird on its stone, with its feet above the water line. */
export function dipperScene(palette: Palette): string {
  return [
    `<ellipse cx="962" cy="500" rx="170" ry="46" fill="${palette.secondary}"/>`,
    `<g transform="translate(662 136) scale(1.5)">${bird(palette)}</g>`,
  ].join('');
}

/** The bird alone, as an SVG document. */
export function dipperFigure(palette: Palette): { svg: string; width: number; height: number } {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="86 26 266 188">${bird(palette)}</svg>`;
  return { svg, width: 198, height: 140 };
}
