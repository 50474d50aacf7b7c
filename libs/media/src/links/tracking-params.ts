/**
 * Query parameters that only reveal who shared a link, and where. No site needs them to find the
 * item.
 */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igsh|igshid|mibextid|mc_cid|mc_eid|_ga|_gl|ref_src|ref_url|vd_source|spm_id_from)$/i;

const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';

/**
 * Keeps the parameters whose names `keep` accepts. Their bytes stay unchanged, so that signed
 * queries remain valid.
 */
const filterQuery = (url: URL, keep: (name: string) => boolean): void => {
  const pairs = url.search.slice(1).split('&');
  url.search = pairs.filter((pair) => pair !== '' && keep(nameOf(pair))).join('&');
};

/** Removes the known tracking parameters of all sites. Changes `url`. */
export const dropTracking = (url: URL): void => filterQuery(url, (name) => !TRACKING.test(name));

/** Removes all parameters except those in `names`. Changes `url`. */
export const keepOnly = (url: URL, names: readonly string[]): void =>
  filterQuery(url, (name) => names.includes(name));
