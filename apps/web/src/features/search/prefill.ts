import { linkInText } from '@dipper/media';

/**
 * What an address puts into the form: `?url=` as it is, else the link in `?text=` or `?url=` of a
 * share target (Android puts the link into the text). '' when there is nothing.
 */
export function prefillOf(search: string): string {
  const query = new URLSearchParams(search);
  const url = query.get('url') ?? '';
  return url !== '' ? url : (linkInText(query.get('text') ?? '') ?? '');
}

const PREFILL_KEYS = ['url', 'text', 'title'];

/** The query without what went into the form ('' or with its question mark); null when nothing did. */
export function withoutPrefill(search: string): string | null {
  const query = new URLSearchParams(search);
  if (!PREFILL_KEYS.some((key) => query.has(key))) {
    return null;
  }
  PREFILL_KEYS.forEach((key) => query.delete(key));
  const rest = query.toString();
  return rest === '' ? '' : `?${rest}`;
}
