import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isOpenToOthers, readCookieFile } from './cookie-file.js';
import { type SiteSettingsFile, siteSettingsSchema } from './site-settings.schema.js';

/**
 * Thrown for a mistake in the operator's settings. The message states the file, the key and the
 * rule.
 */
export class SiteSettingsProblem extends Error {}

export interface ReadSettings {
  readonly settings: SiteSettingsFile;
  /** Problems that are accepted but should be logged. */
  readonly warnings: readonly string[];
}

/** The text of the file; null if there is no file. @throws SiteSettingsProblem */
export function readSettingsFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      return null;
    }
    throw new SiteSettingsProblem(`${file}: cannot be read (${code})`);
  }
}

/**
 * Parses the operator's settings, and checks the files that they refer to. Their paths are relative
 * to the settings file.
 * @throws SiteSettingsProblem, which quotes no value because it may be a password
 */
export function parseSiteSettings(text: string, file: string): ReadSettings {
  const parsed = siteSettingsSchema.safeParse(jsonOf(text, file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = issue?.path.join('.') || 'the whole file';
    throw new SiteSettingsProblem(`${file}: ${key}: ${issue?.message}`);
  }
  const settings = parsed.data;
  const warnings: string[] = [];
  const proxies = [
    settings.proxy,
    ...Object.values(settings.platforms ?? {}).map((row) => row?.proxy),
  ].flatMap((pool) => pool ?? []);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if (proxies.some((proxy) => typeof proxy.authorization === 'string') && isOpenToOthers(mode)) {
    warnings.push(
      'contains a password, but users other than its owner can read it; run chmod 600 on it',
    );
  }
  for (const [site, row] of Object.entries(settings.platforms ?? {})) {
    if (row?.cookies !== undefined) {
      row.cookies = row.cookies.map((path) => resolve(dirname(file), path));
      const key = `platforms.${site}.cookies`;
      for (const path of row.cookies) {
        if (cookiesOf(path, `${file}: ${key}`).isOpenToOthers) {
          warnings.push(`${key}: users other than its owner can read ${path}; chmod 600 it`);
        }
      }
    }
  }
  return { settings, warnings };
}

/** Parses JSON. Omits the parser's message, because it quotes the text. */
function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    const line = at === undefined ? '' : ` (line ${text.slice(0, Number(at)).split('\n').length})`;
    throw new SiteSettingsProblem(`${file}: not JSON${line}`);
  }
}

function cookiesOf(path: string, key: string): ReturnType<typeof readCookieFile> {
  try {
    return readCookieFile(path);
  } catch (error) {
    throw new SiteSettingsProblem(`${key}: ${path} ${(error as Error).message}`);
  }
}
