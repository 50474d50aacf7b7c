import type { Namespace } from '@dipper/site';

/**
 * Interface labels and messages quoted in long-form texts, as `namespace:key`. A text contains
 * `{{search:form.paste}}` (JSON) or `<Label of="search:form.paste" />` (MDX) and shows the text
 * from the catalog, so that help articles stay correct if a button is renamed. None of these
 * contains a placeholder itself. app/promises.spec.ts checks this list against the texts.
 */
export const LABELS = [
  'common:again',
  'common:cancel',
  'extras:sound.recommend',
  'extras:sound.recommended.sound',
  'preview:actions.download',
  'preview:again.action',
  'preview:feed.add',
  'preview:messages.merge.fileGone',
  'preview:messages.merge.startFailed',
  'preview:messages.merge.timedOut',
  'preview:messages.player.codec',
  'preview:messages.player.codecFallback',
  'preview:messages.player.downloadFailed',
  'preview:messages.player.network',
  'preview:messages.player.proxyExpired',
  'preview:messages.player.unknown',
  'search:form.paste',
  'search:form.submit',
  'search:messages.error',
  'search:messages.failed',
  'search:messages.unexpectedReply',
  'search:result.plays.everywhere',
  'search:result.plays.iphone',
  'search:result.recommended',
  'search:result.sections.clip',
  'search:result.sections.sound',
  'search:result.sections.subtitles',
  'search:result.share',
  'search:result.silent',
  'share:messages.copyFailed',
  'share:messages.failed',
  'share:messages.sharingFailed',
] as const satisfies readonly `${Namespace}:${string}`[];

export type LabelKey = (typeof LABELS)[number];

export type LabelTexts = Readonly<Record<LabelKey, string>>;

const namespaceOf = (key: LabelKey) => key.slice(0, key.indexOf(':')) as NamespaceOf<LabelKey>;

type NamespaceOf<Key> = Key extends `${infer Name}:${string}` ? Name : never;

export const LABEL_NAMESPACES = [...new Set(LABELS.map(namespaceOf))];

export type LabelNamespace = (typeof LABEL_NAMESPACES)[number];

/**
 * Picks the labels from a language's texts.
 * @throws Error if a key does not exist, because it was renamed but the texts that quote it were
 * not changed
 */
export function labelsIn(texts: Readonly<Record<LabelNamespace, object>>): LabelTexts {
  const picked = LABELS.map((key) => [key, textAt(texts[namespaceOf(key)], key)] as const);
  return Object.fromEntries(picked) as LabelTexts;
}

function textAt(texts: object, key: LabelKey): string {
  let found: unknown = texts;
  for (const name of key.slice(key.indexOf(':') + 1).split('.')) {
    found = typeof found === 'object' ? (found as Record<string, unknown> | null)?.[name] : null;
  }
  if (typeof found !== 'string') {
    throw new Error(`${key} is quoted in a long text but missing from the catalogue`);
  }
  return found;
}
