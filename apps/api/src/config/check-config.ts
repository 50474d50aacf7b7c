import { type DomainConfig, domainConfigSchema } from '@dipper/contract';
import { PAGES } from '@dipper/site';
import * as z from 'zod';
import { isFields } from '../infra/json/json-object.js';
import { completeConfig } from './complete-config.js';
import { fontAwesomeDrawing } from './fontawesome.js';

/** The configuration file for every host without its own file. */
export const DEFAULT_FILE = 'default.json';

const NO_KEY = 'is not a configuration key';
/** Messages for values that break a rule of the contract that has no custom message. */
const RULES = z.locales.en().localeError;

/** Completes an operator's file for a host. The host becomes the `domain` of the configuration. */
export type ConfigForHost = (host: string) => DomainConfig;

type CheckedFile =
  | { readonly complete: ConfigForHost }
  /** One line per mistake: the key and the rule. */
  | { readonly problems: readonly string[] };

interface Named {
  readonly file: string;
  /** The host that the file configures; any host for default.json. */
  readonly host: string;
}

export function checkConfig(text: string, { file, host }: Named): CheckedFile {
  let own: unknown;
  try {
    // Some editors add a byte order mark (U+FEFF), which is not valid JSON.
    own = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { problems: [`not JSON: ${(error as Error).message}`] };
  }
  if (!isFields(own)) {
    return { problems: ['the whole file: must be an object, in braces'] };
  }
  const fields = own;
  const whole = completeConfig(fields, host);
  const parsed = z.safeParse(domainConfigSchema, whole, { error: RULES });
  const unknown = parsed.success ? unknownKeys(whole, parsed.data) : [];
  const problems = parsed.success
    ? [
        ...unknown.map((key) => `${key}: ${NO_KEY}`),
        ...mistakesOf(parsed.data, fields, { file, host }),
      ]
    : parsed.error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => `${keyOf([...issue.path, key], whole)}: ${NO_KEY}`)
          : [`${keyOf(issue.path, whole)}: ${issue.message}`],
      );
  if (problems.length > 0 || !parsed.success) {
    return { problems };
  }
  return {
    complete: (name) => ({
      ...withDrawing(domainConfigSchema.parse(completeConfig(fields, name))),
      domain: name,
    }),
  };
}

/** Finds mistakes that the schema of a single value can't find. */
function mistakesOf(
  { branding, features, seo }: DomainConfig,
  own: Readonly<Record<string, unknown>>,
  { file, host }: Named,
): readonly string[] {
  const isDefault = file === DEFAULT_FILE;
  const { logo } = branding;
  const isNamed = own['domain'] === undefined || own['domain'] === host;
  const noSuchIcon = logo.type === 'fontawesome' && fontAwesomeDrawing(logo.icon) === null;
  return [
    ...(isDefault || isNamed
      ? []
      : [`domain: must be ${host}, like the name of the file, or left out`]),
    ...(isDefault || features.multiDomainSupport
      ? []
      : [`features.multiDomainSupport: only ${DEFAULT_FILE} can be false, for every host`]),
    ...(logo.drawing === undefined ? [] : [`branding.logo.drawing: ${NO_KEY}`]),
    ...(noSuchIcon
      ? ['branding.logo.icon: must be a free icon of Font Awesome, like "fas fa-download"']
      : []),
    ...Object.keys(seo.pages)
      .filter((path) => !isPage(path))
      .map((path) => `seo.pages.${path}: is not the main path of a page`),
    ...repeated(own['supportedPlatforms']).map((id) => `supportedPlatforms.${id}: is listed twice`),
  ];
}

function isPage(path: string): boolean {
  return PAGES.some((page) => page.path === path) || /^\/blog\/[a-z0-9-]+$/.test(path);
}

function repeated(rows: unknown): readonly string[] {
  const ids = Array.isArray(rows) ? rows.map((row: { id: string }) => row.id) : [];
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) < at))];
}

/**
 * The paths of keys that parsing has dropped. Without this, a typo would silently leave the default
 * in place.
 */
function unknownKeys(whole: unknown, known: unknown, at = ''): readonly string[] {
  if (typeof whole !== 'object' || whole === null) {
    return [];
  }
  return Object.entries(whole).flatMap(([key, value]) => {
    const path = at === '' ? key : `${at}.${key}`;
    return isHolder(known) && Object.hasOwn(known, key)
      ? unknownKeys(value, known[key], path)
      : [path];
  });
}

function isHolder(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * The name of a key, such as "branding.colors.text". A platform is named by its id, if it has one.
 */
function keyOf(path: readonly PropertyKey[], whole: Readonly<Record<string, unknown>>): string {
  const [list, at, ...rest] = path;
  const rows = whole['supportedPlatforms'];
  const row: unknown =
    list === 'supportedPlatforms' && Array.isArray(rows) ? rows[Number(at)] : null;
  const id = isFields(row) && rest[0] !== 'id' ? row['id'] : null;
  return (typeof id === 'string' ? [list, id, ...rest] : path).map(String).join('.');
}

function withDrawing(config: DomainConfig): DomainConfig {
  const { branding } = config;
  const { logo } = branding;
  const drawing = logo.type === 'fontawesome' ? fontAwesomeDrawing(logo.icon) : null;
  return drawing === null
    ? config
    : { ...config, branding: { ...branding, logo: { ...logo, drawing } } };
}
