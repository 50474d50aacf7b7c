import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkConfig, type Complete, DEFAULT_FILE } from './check-config.js';
import { hostOfFile } from './host-name.js';

/** A configuration file with a mistake; the message names file, key and rule, for the operator. */
export class DomainConfigProblem extends Error {}

interface KnownFile {
  /** Changes with the file. */
  readonly mark: string;
  /** The last good content; null while there was none. */
  readonly complete: Complete | null;
}

/** What a look at the folder brought, as lines for the log. */
export interface Look {
  readonly taken: readonly string[];
  readonly problems: readonly string[];
}

/** The files of `config/domains/`. Each counts for itself: a mistake in one leaves the others alone. */
export class DomainFolder {
  private files = new Map<string, KnownFile>();
  /** Marks at the last look: what differs from them is still being written. */
  private seen = new Map<string, string>();

  /** @throws DomainConfigProblem with all mistakes of all files */
  constructor(private readonly folder: string) {
    this.seen = this.marks() ?? new Map<string, string>();
    const { problems } = this.takeUp(this.seen);
    if (problems.length > 0) {
      throw new DomainConfigProblem(problems.join('\n'));
    }
  }

  /** The file of a host, then that of the host without `www.`; null without one. */
  ofHost(host: string): { readonly host: string; readonly complete: Complete } | null {
    for (const name of [host, host.replace(/^www\./, '')]) {
      const complete = this.byHost().get(name);
      if (complete !== undefined) {
        return { host: name, complete };
      }
    }
    return null;
  }

  /** The file for all other hosts; null without one. */
  default(): Complete | null {
    return this.files.get(DEFAULT_FILE)?.complete ?? null;
  }

  /**
   * Takes up what was changed, added or removed since the last look. A file counts once two looks
   * found it the same: editors write in parts, or move a new file into the place of the old one.
   */
  look(): Look {
    const marks = this.marks();
    if (marks === null) {
      // A volume that is gone for a moment takes no site away.
      return { taken: [], problems: [] };
    }
    const settled = new Map([...marks].filter(([name, mark]) => this.seen.get(name) === mark));
    const gone = [...this.files.keys()].filter((name) => !marks.has(name) && !this.seen.has(name));
    this.seen = marks;
    gone.forEach((name) => this.files.delete(name));
    const { taken, problems } = this.takeUp(settled);
    return { taken: [...gone.map((name) => `${this.path(name)}: removed`), ...taken], problems };
  }

  private takeUp(marks: ReadonlyMap<string, string>): Look {
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
      if ('complete' in read) {
        taken.push(`${this.path(name)}: taken up`);
      } else {
        problems.push(...read.problems.map((problem) => `${this.path(name)}: ${problem}`));
      }
    }
    return { taken, problems };
  }

  private read(name: string): ReturnType<typeof checkConfig> {
    const host = name === DEFAULT_FILE ? 'localhost' : hostOfFile(name);
    if (host === null) {
      return { problems: ['the name of the file: must be a host, like www.example.com.json'] };
    }
    const twin = [...this.files.keys()].find((it) => it !== name && hostOfFile(it) === host);
    if (twin !== undefined && name !== DEFAULT_FILE) {
      return { problems: [`the name of the file: stands for the same host as ${twin}`] };
    }
    try {
      return checkConfig(readFileSync(join(this.folder, name), 'utf8'), { file: name, host });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) {
        throw error;
      }
      return { problems: [`the file: cannot be read (${code})`] };
    }
  }

  private byHost(): ReadonlyMap<string | null, Complete> {
    return new Map(
      [...this.files].flatMap(([name, { complete }]) =>
        complete === null || name === DEFAULT_FILE ? [] : [[hostOfFile(name), complete] as const],
      ),
    );
  }

  /** By file, what tells one state of it from another; null where the folder cannot be read. */
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
          const stat = statSync(join(this.folder, name), { bigint: true, throwIfNoEntry: false });
          return stat?.isFile() === true
            ? [[name, [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ')] as const]
            : [];
        }),
    );
  }

  private path(name: string): string {
    return join(this.folder, name);
  }
}
