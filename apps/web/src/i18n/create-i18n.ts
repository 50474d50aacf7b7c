import type { i18n, TFunction } from 'i18next';
import type { LoadedTexts } from './catalogue.js';
import { formatLocale } from './format/format-locale.js';

/**
 * The texts of one language: the part of i18next's interface that the pages use, with its types, so
 * that the compiler checks keys and values.
 */
export type I18n = Pick<
  i18n,
  'language' | 'getFixedT' | 'exists' | 'hasResourceBundle' | 'getResourceBundle'
> & {
  /** Reads the namespace `common`. */
  readonly t: TFunction;
  readonly addResourceBundle: (language: string, namespace: string, texts: object) => void;
};

interface Options extends Readonly<Record<string, unknown>> {
  readonly count?: number;
  readonly skipInterpolation?: boolean;
}

/** Returns the value at a path such as `form.label`. */
const valueAt = (texts: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      texts,
    );

/** `{{name}}`, or `{{name, number}}` for a number in the language's digits and groups. */
const PLACE = /\{\{\s*([^},]+?)\s*(?:,\s*(number)\s*)?\}\}/g;

/**
 * Reads texts in i18next's notation: nested keys, `{{placeholders}}` and plural forms. i18next
 * itself is 15 KB gzipped, an eighth of what a page used to load, and most of it finds and loads
 * languages, which the pages do themselves. A spec compares every text with i18next's own result.
 * Rendering makes no request and never suspends, because the texts are complete.
 */
export function createI18n(language: string, texts: LoadedTexts): I18n {
  const bundles = new Map<string, object>(Object.entries(texts));
  // Made once, when needed: making them takes much longer than using them.
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const pluralForm = (count: number) => (plurals ??= new Intl.PluralRules(language)).select(count);
  const formatted = (value: number) =>
    (numbers ??= new Intl.NumberFormat(formatLocale(language))).format(value);
  /** Returns the replacement for a placeholder, which is kept if there is no value. */
  const filled = (options: Options) => (place: string, name: string, format?: string) => {
    const value = valueAt(options, name);
    if (value === undefined && !Object.hasOwn(options, name)) {
      return place;
    }
    return format === undefined ? `${(value ?? '') as string}` : formatted(Number(value));
  };

  /**
   * Returns the keys to try, in order. As in i18next, there may be a separate text for a count of
   * zero.
   */
  const formsOf = (key: string, { count }: Options) => {
    if (typeof count !== 'number') {
      return [key];
    }
    return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${pluralForm(count)}`, key];
  };
  const find = (namespace: string, key: string, options: Options) =>
    formsOf(key, options)
      .map((form) => valueAt(bundles.get(namespace), form))
      .find((text) => typeof text === 'string');
  const translator = (namespace: string) =>
    ((key: string, options: Options = {}) => {
      const text = find(namespace, key, options) ?? key;
      return options.skipInterpolation === true ? text : text.replace(PLACE, filled(options));
    }) as unknown as TFunction;

  return {
    language,
    t: translator('common'),
    getFixedT: ((_: string, namespace: string) => translator(namespace)) as I18n['getFixedT'],
    exists: ((key: string, { ns, ...options }: Options & { ns: string }) =>
      find(ns, key, options) !== undefined) as I18n['exists'],
    hasResourceBundle: (_, namespace) => bundles.has(namespace),
    getResourceBundle: (_, namespace): unknown => bundles.get(namespace),
    addResourceBundle: (_, namespace, added) => void bundles.set(namespace, added),
  };
}
