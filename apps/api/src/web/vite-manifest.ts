import type { PageAssets } from '@dipper/site';

/** The parts of Vite's manifest.json that are used here. */
export type ViteManifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly imports?: readonly string[];
      readonly css?: readonly string[];
    }
  >
>;

/**
 * The URLs of the files that the entry and `modules` import, directly or indirectly: style sheets
 * to link and scripts to preload. A module without its own chunk is part of another chunk, and
 * needs nothing.
 */
export function assetsOf(
  manifest: ViteManifest,
  entry: string,
  modules: readonly string[],
): PageAssets {
  const reached = new Set<string>();
  const visit = (key: string): void => {
    if (!reached.has(key) && manifest[key] !== undefined) {
      reached.add(key);
      manifest[key].imports?.forEach(visit);
    }
  };
  [entry, ...modules].forEach(visit);
  const chunks = [...reached].flatMap((key) => manifest[key] ?? []);
  const script = manifest[entry];
  if (script === undefined) {
    throw new Error(`The web app's manifest has no ${entry}`);
  }
  return {
    script: `/${script.file}`,
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))].map((file) => `/${file}`),
    preload: chunks.filter((chunk) => chunk !== script).map(({ file }) => `/${file}`),
    development: '',
  };
}
