import type { DomainConfig } from '@dipper/contract';
import { createRequire } from 'node:module';

type Drawing = NonNullable<DomainConfig['branding']['logo']['drawing']>;

/** The free styles by CSS class. Solid is the default. */
const STYLES: Readonly<Record<string, string>> = {
  ...{ fa: 'solid', fas: 'solid', 'fa-solid': 'solid' },
  ...{ far: 'regular', 'fa-regular': 'regular' },
  ...{ fab: 'brands', 'fa-brands': 'brands' },
};

interface IconFile {
  readonly width: number;
  readonly height: number;
  readonly svgPathData: string;
}

const load = createRequire(import.meta.url);

/**
 * The drawing for the classes of a free Font Awesome icon ("fas fa-download", "fa-solid fa-film");
 * null if there is no such icon. Reads only that icon's file, because a whole set would take 5 MB.
 */
export function fontAwesomeDrawing(classes: string): Drawing | null {
  const words = classes.trim().split(/\s+/);
  const styles = words.flatMap((word) => (Object.hasOwn(STYLES, word) ? [STYLES[word]] : []));
  const names = words.filter((word) => !Object.hasOwn(STYLES, word));
  const [name] = names;
  if (styles.length > 1 || names.length !== 1 || name === undefined || !isIcon(name)) {
    return null;
  }
  const file = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  try {
    const { width, height, svgPathData } = load(
      `@fortawesome/free-${styles[0] ?? 'solid'}-svg-icons/${file}`,
    ) as IconFile;
    return { viewBox: `0 0 ${width} ${height}`, path: svgPathData };
  } catch {
    return null;
  }
}

function isIcon(word: string): boolean {
  return /^fa(?:-[a-z0-9]+)+$/.test(word);
}
