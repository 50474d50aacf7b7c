import { type DomainConfig, legalGaps } from '@dipper/contract';

interface ConfiguredFile {
  readonly file: string;
  readonly config: DomainConfig;
}

/** Sample sites (RFC 2606) have no operator and are skipped. */
const isExample = (file: string) => file.endsWith('.example.json');

/**
 * What the legal pages of each site lack, one line per file, with the missing keys.
 * @returns empty when all files are complete
 */
export function legalReport(files: readonly ConfiguredFile[]): readonly string[] {
  return files
    .filter(({ file }) => !isExample(file))
    .flatMap(({ file, config }) => {
      const keys = legalGaps(config).map(({ key }) => key);
      return keys.length === 0 ? [] : [`${file}: ${keys.join(', ')}`];
    });
}

/** The same for a terminal: one line per key, with its purpose. */
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
