import { type DomainConfig, legalGaps } from '@dipper/contract';

interface ConfiguredFile {
  readonly file: string;
  readonly config: DomainConfig;
}

/** True for sample sites (RFC 2606). They have no operator, so they are skipped. */
const isExample = (file: string) => file.endsWith('.example.json');

/**
 * The keys that are missing for the legal pages of each site, one line per file.
 * @returns an empty list when all files are complete
 */
export function legalReport(files: readonly ConfiguredFile[]): readonly string[] {
  return files
    .filter(({ file }) => !isExample(file))
    .flatMap(({ file, config }) => {
      const keys = legalGaps(config).map(({ key }) => key);
      return keys.length === 0 ? [] : [`${file}: ${keys.join(', ')}`];
    });
}

/** The same report for a terminal: one line per missing key, with its purpose. */
export function legalAdvice(files: readonly ConfiguredFile[]): readonly string[] {
  return files
    .filter(({ file }) => !isExample(file))
    .flatMap(({ file, config }) => {
      const gaps = legalGaps(config);
      if (gaps.length === 0) {
        return [`${file}: the legal pages are complete`];
      }
      const width = Math.max(...gaps.map(({ key }) => key.length));
      return [
        `${file}: the legal pages lack ${gaps.length}`,
        ...gaps.map(({ key, lacks }) => `  ${key.padEnd(width)}  ${lacks}`),
      ];
    });
}
