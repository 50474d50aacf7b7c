import type { ListInfo, VideoInfo } from '@dipper/contract';
import { forgetSession, readSession, writeSession } from '../../../lib/browser/session-store.js';
import { factsOf, type LeftFacts, type PageFacts, parsedFacts, withFacts } from './page-facts.js';

/** A list found behind a link, or made of several links. */
export interface FoundList {
  readonly link: string;
  readonly list: ListInfo;
}

/** A finished search, kept while this tab stays on the site. */
export interface FoundResult {
  readonly link: string;
  readonly info: VideoInfo;
  /** The list that it was chosen from. */
  readonly from?: FoundList | undefined;
}

export type Found = FoundResult | FoundList;

/** The format of an earlier download, as the history stores it. */
export interface EarlierFormat {
  /** Its source page. */
  readonly url: string;
  readonly isAudio: boolean;
  /** "1080p", "MP3 192 kbps"; null if unknown. */
  readonly quality: string | null;
}

/** What the pages of this tab leave for each other: search pages ⇄ preview, history → search. */
export interface Handover {
  /** The last result, to come back to from the preview. */
  readonly result: {
    readonly found: Found;
    /** Path of the page that shows it. */
    readonly page: string;
    /** When it was found (`steadyMs`). */
    readonly atMs: number;
  } | null;
  /** Facts of the items whose formats were shown, newest first: a preview's query has none. */
  readonly facts: readonly LeftFacts[];
  /** The format to recommend in the next result of its page. */
  readonly format: EarlierFormat | null;
  /**
   * A link for the form, whose formats are outdated (specification §4, "Retry"). Kept in session
   * storage only, where the specification wants it.
   */
  readonly refresh: string | null;
}

/** Session storage of the parts that survive a reload; `result`: stored-result.ts. */
const REFRESH_KEY = 'refresh-extract-url';
const FACTS_KEY = 'page-facts';

let record: Omit<Handover, 'refresh'> = { result: null, facts: [], format: null };

/** What was left so far. */
export function handover(): Handover {
  if (record.facts.length === 0) {
    record = { ...record, facts: parsedFacts(readSession(FACTS_KEY)) };
  }
  return { ...record, refresh: readSession(REFRESH_KEY) };
}

/** Leaves something for the next page, or takes it away with null. */
export function leave({ refresh, ...rest }: Partial<Handover>): void {
  record = { ...record, ...rest };
  if (rest.facts !== undefined) {
    writeSession(FACTS_KEY, JSON.stringify(rest.facts));
  }
  if (refresh === null) {
    forgetSession(REFRESH_KEY);
  } else if (refresh !== undefined) {
    writeSession(REFRESH_KEY, refresh);
  }
}

/** Leaves a page's facts for the preview of one of its formats. */
export function leaveFacts(link: string, facts: PageFacts): void {
  leave({ facts: withFacts(handover().facts, link, facts) });
}

/** Leaves a result's facts for the preview of any of its formats. */
export function leaveFactsOf(info: VideoInfo): void {
  leaveFacts(info.webpage_url, factsOf(info));
}

/** The facts that were left about a page; null if there are none. */
export function leftFacts(link: string): LeftFacts | null {
  return handover().facts.find((facts) => facts.link === link) ?? null;
}

/** The format to recommend on a page, by any of its links; null if there is none. */
export function leftFormat(links: readonly string[]): EarlierFormat | null {
  const { format } = handover();
  return format !== null && links.includes(format.url) ? format : null;
}

/** Takes the link left for the form; '' if there is none. */
export function takeRefresh(): string {
  const { refresh } = handover();
  leave({ refresh: null });
  return refresh ?? '';
}
