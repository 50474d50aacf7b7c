import { parseUrl } from '@dipper/media';
import { parseJsonOrNull } from '../../../infra/json/bounded-json.js';
import { isFields } from '../../../infra/json/json-object.js';
import { type Attributes, readMarkup } from './markup.js';

export interface PageElement {
  readonly name: string;
  readonly attributes: Attributes;
}

export interface HtmlPage {
  /** The URL of the page after redirects. */
  readonly url: string;
  readonly title: string | null;
  /**
   * The `<meta>` elements by property, name or itemprop, in lower case. If several have the same
   * name, the first one counts.
   */
  readonly meta: ReadonlyMap<string, string>;
  readonly canonical: string | null;
  readonly scripts: readonly PageScript[];
  readonly elements: readonly PageElement[];
}

interface PageScript {
  readonly id: string;
  readonly type: string;
  readonly text: string;
}

/** Selects elements to keep in addition to the usual data in the head. */
export type Wanted = (name: string, attributes: Attributes) => boolean;

/** The maximum total length of the data scripts that are kept, in characters. */
const MAX_SCRIPT_CHARACTERS = 4 * 1024 * 1024;
const MAX_ELEMENTS = 2_000;
const MAX_META = 500;
const DATA_SCRIPT = /json/i;

/**
 * Parses a page as a stream, and keeps only the parts in `HtmlPage`. @throws the errors of
 * `readMarkup`
 */
export async function readHtmlPage(
  pieces: AsyncIterable<string>,
  url: string,
  wanted: Wanted = () => false,
): Promise<HtmlPage> {
  const page = { title: null as string | null, canonical: null as string | null };
  const [meta, scripts, elements] = [
    new Map<string, string>(),
    [] as PageScript[],
    [] as PageElement[],
  ];
  let open: { readonly name: string; readonly attributes: Attributes; text: string } | null = null;
  let room = MAX_SCRIPT_CHARACTERS;
  const note = (name: string, attributes: Attributes): void => {
    const key = (
      attributes['property'] ??
      attributes['name'] ??
      attributes['itemprop']
    )?.toLowerCase();
    const content = attributes['content'];
    if (name === 'meta' && key && content !== undefined && meta.size < MAX_META) {
      meta.set(key, meta.get(key) ?? content);
    } else if (name === 'link' && attributes['rel']?.toLowerCase() === 'canonical') {
      page.canonical ??= parseUrl(attributes['href'] ?? '', url)?.href ?? null;
    } else if (elements.length < MAX_ELEMENTS && wanted(name, attributes)) {
      elements.push({ name, attributes });
    }
  };
  await readMarkup(pieces, {
    onOpen: (name, attributes) => {
      note(name, attributes);
      const isData = name === 'script' && DATA_SCRIPT.test(attributes['type'] ?? '');
      if (isData || (name === 'title' && page.title === null)) {
        open = { name, attributes, text: '' };
      }
    },
    onText: (text) => {
      if (open !== null && text.length <= room) {
        open.text += text;
        room -= text.length;
      }
    },
    onClose: (name) => {
      if (open?.name !== name) {
        return;
      }
      if (name === 'title') {
        page.title = open.text.trim();
      } else {
        const { id = '', type = '' } = open.attributes;
        scripts.push({ id, type, text: open.text });
      }
      open = null;
    },
  });
  return { url, ...page, meta, scripts, elements };
}

/**
 * The JSON in the script with this id; null if there is none. Next.js passes data to its pages in
 * this way.
 */
export function scriptJson({ scripts }: HtmlPage, id: string): unknown {
  const script = scripts.find((one) => one.id === id);
  return script === undefined ? null : parseJsonOrNull(script.text);
}

/** The JSON-LD objects of a page, including those in lists and graphs. */
export function linkedData({ scripts }: HtmlPage): readonly Readonly<Record<string, unknown>>[] {
  return scripts
    .filter(({ type }) => /ld\+json/i.test(type))
    .map(({ text }) => parseJsonOrNull(text))
    .flatMap((data) => (Array.isArray(data) ? (data as unknown[]) : [data]))
    .flatMap((data) => (isFields(data) ? [data, data['@graph']].flat() : []))
    .filter(isFields);
}
