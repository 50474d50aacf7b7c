import type { DomainConfig } from '@dipper/contract';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkConfig, type ConfigForHost, DEFAULT_FILE } from './check-config.js';
import { hostOfFile } from './host-name.js';

/**
 * Mistakes in configuration files. The message tells the operator the file, the key and the rule.
 */
export class DomainConfigProblem extends Error {}

interface KnownFile {
  /** Changes whenever the file changes (see `markOf`). */
  readonly mark: string;
  /** The last valid content; null if there was none. */
  readonly complete: ConfigForHost | null;
}

/**
 * This is far more than a complete configuration needs. Reading a larger file would block all
 * visitors.
 */
const MAX_BYTES = 256 * 1024;

interface FolderReport {
  readonly taken: readonly string[];
  readonly problems: readonly string[];
}

/**
 * The files in `config/domains/`. They are independent, so a mistake in one does not affect the
 * others.
 */
export class DomainFolder {
  private files = new Map<string, KnownFile>();
  /** The file name for each host, looked up on every request by its Host header. */
  private names = new Map<string, string>();
  /**
   * The marks at the last check. A file whose mark has changed since then is still being written.
   */
  private seen = new Map<string, string>();

  /** @throws DomainConfigProblem that lists the mistakes in all files */
  constructor(private readonly folder: string) {
    this.seen = this.marks() ?? new Map<string, string>();
    const { problems } = this.takeUp(this.seen);
    if (problems.length > 0) {
      throw new DomainConfigProblem(problems.join('\n'));
    }
  }

  /** The file of a host, or of the same host without `www.`; null if there is neither. */
  ofHost(host: string): { readonly host: string; readonly complete: ConfigForHost } | null {
    for (const name of [host, host.replace(/^www\./, '')]) {
      const complete = this.files.get(this.names.get(name) ?? '')?.complete ?? null;
      if (complete !== null) {
        return { host: name, complete };
      }
    }
    return null;
  }

  /**
   * Each file in use, with the configuration of its host (for default.json, of no particular host).
   */
  all(): readonly { readonly file: string; readonly config: DomainConfig }[] {
    return [...this.files].flatMap(([name, { complete }]) =>
      complete === null ? [] : [{ file: name, config: complete(hostOfFile(name) ?? 'localhost') }],
    );
  }

  /** The file for all other hosts; null if there is none. */
  default(): ConfigForHost | null {
    return this.files.get(DEFAULT_FILE)?.complete ?? null;
  }

  /**
   * Applies the files that were changed, added or removed since the last check. A file is read only
   * after two consecutive checks have found it unchanged, because editors write a file in several
   * steps, or replace it with a new one.
   */
  look(): FolderReport {
    const marks = this.marks();
    if (marks === null) {
      // Keep all sites while the volume is briefly missing.
      return { taken: [], problems: [] };
    }
    const settled = new Map([...marks].filter(([name, mark]) => this.seen.get(name) === mark));
    const gone = [...this.files.keys()].filter((name) => !marks.has(name) && !this.seen.has(name));
    this.seen = marks;
    gone.forEach((name) => this.forget(name));
    const { taken, problems } = this.takeUp(settled);
    return { taken: [...gone.map((name) => `${this.path(name)}: removed`), ...taken], problems };
  }

  private takeUp(marks: ReadonlyMap<string, string>): FolderReport {
    const taken: string[] = [];
    const problems: string[] = [];
    for (const [name, mark] of marks) {
      const known = this.files.get(name);
      if (known?.mark === mark) {
        continue;
      }
      const read = this.read(name);
      const complete = 'complete' in read ? read.complete : (known?.complete ?? null);
      this.files.set(name, { mark, complete });
      const host = name === DEFAULT_FILE ? null : hostOfFile(name);
      if (host !== null && !this.names.has(host)) {
        this.names.set(host, name);
      }
      if ('complete' in read) {
        taken.push(`${this.path(name)}: taken up`);
      } else {
        const rest = complete === null ? '' : '. The last valid version stays in use.';
        problems.push(...read.problems.map((problem) => `${this.path(name)}: ${problem}${rest}`));
      }
    }
    return { taken, problems };
  }

  /**
   * Forgets a file, and the files that were refused because they configure the same host, because
   * one of them may apply now.
   */
  private forget(name: string): void {
    const host = hostOfFile(name);
    this.files.delete(name);
    if (host === null || this.names.get(host) !== name) {
      return;
    }
    this.names.delete(host);
    const twins = [...this.files.keys()].filter((it) => hostOfFile(it) === host);
    twins.forEach((it) => this.files.delete(it));
  }

  private read(name: string): ReturnType<typeof checkConfig> {
    const host = name === DEFAULT_FILE ? 'localhost' : hostOfFile(name);
    if (host === null) {
      return { problems: ['the name of the file: must be a host, like www.example.com.json'] };
    }
    const twin = this.names.get(host);
    if (twin !== undefined && twin !== name && name !== DEFAULT_FILE) {
      return { problems: [`the name of the file: names the same host as ${twin}`] };
    }
    try {
      const path = join(this.folder, name);
      if (statSync(path).size > MAX_BYTES) {
        return { problems: [`the file: must have at most ${MAX_BYTES} bytes`] };
      }
      return checkConfig(readFileSync(path, 'utf8'), { file: name, host });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) {
        throw error;
      }
      return { problems: [`the file: cannot be read (${code})`] };
    }
  }

  /** A mark for each file's current state; null if the folder cannot be read. */
  private marks(): Map<string, string> | null {
    let names: string[];
    try {
      names = readdirSync(this.folder);
    } catch {
      return null;
    }
    return new Map(
      names
        .filter((name) => /^[^.].*\.json$/.test(name))
        .flatMap((name) => {
          const mark = this.markOf(name);
          return mark === null ? [] : [[name, mark] as const];
        }),
    );
  }

  /** The file's mark; null if it isn't a file, or has just been removed. */
  private markOf(name: string): string | null {
    try {
      const stat = statSync(join(this.folder, name), { bigint: true, throwIfNoEntry: false });
      return stat?.isFile() === true
        ? [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ')
        : null;
    } catch (error) {
      // A link loop or a missing permission is reported once, when the file is read.
      return String((error as NodeJS.ErrnoException).code);
    }
  }

  private path(name: string): string {
    return join(this.folder, name);
  }
}
