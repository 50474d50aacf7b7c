import type { ListEntry } from '@dipper/contract';
import { displayDuration, parseUrl, truncateUrl } from '@dipper/media';
import { ChevronRight, Download, Film, Image, Music } from 'lucide-react';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { Badge } from '../../../../ui/badge.js';
import { imageAddress } from '../../../../lib/api/api-address.js';
import { useSite } from '../../../../site/site.js';
import { Button, ButtonLink } from '../../../../ui/buttons/button.js';
import { EntryStanding } from './entry-standing.js';
import type { RunStanding } from '../run/run.reducer.js';
import { usePictureAddress } from '../../../../entities/media/picture-grants.js';

/**
 * Calls `tell` once an element is in or near the viewport.
 * @param tell the callback; undefined for none
 */
function useOnSeen(
  element: RefObject<Element | null>,
  url: string,
  tell: ((url: string) => void) | undefined,
): void {
  useEffect(() => {
    if (element.current === null || tell === undefined || !('IntersectionObserver' in window)) {
      return;
    }
    const seen = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) {
        seen.disconnect();
        tell(url);
      }
    });
    seen.observe(element.current);
    return () => seen.disconnect();
  }, [element, url, tell]);
}

interface EntryRowProps {
  readonly entry: ListEntry;
  /** The row number, from 1. */
  readonly number: number;
  /** True if all entries of the list are audio. */
  readonly isAudio: boolean;
  /** True if the entry's author is not the author of the list. */
  readonly byOther: boolean;
  readonly chosen: boolean;
  /** True for the entry whose formats the visitor viewed last. */
  readonly picked: boolean;
  readonly standing: RunStanding | undefined;
  readonly onChoose: (id: string, on: boolean, stretch: boolean) => void;
  readonly onAgain: (id: string) => void;
  readonly onSeen: ((url: string) => void) | undefined;
  readonly onPick: () => void;
}

/** The maximum length of a URL in a row, in characters. */
const SHOWN_ADDRESS = 80;

function address(url: string): { readonly host: string; readonly rest: string } {
  const parsed = parseUrl(url);
  return parsed === null
    ? { host: truncateUrl(url, SHOWN_ADDRESS), rest: '' }
    : {
        host: parsed.host.replace(/^www\./, ''),
        rest: truncateUrl(parsed.pathname + parsed.search, SHOWN_ADDRESS),
      };
}

/** The title and facts of an entry. The URL stands in for an unknown title. */
function EntryFacts({
  entry,
  number,
  byOther,
}: Pick<EntryRowProps, 'entry' | 'number' | 'byOther'>) {
  const { t } = useTranslation('list');
  const { title, uploader, duration, kind } = entry;
  const isPicture = kind === 'picture';
  const { host, rest } = address(entry.url);
  const untitled = isPicture ? t('entry.untitled', { number }) : host;
  return (
    <>
      <span
        dir="auto"
        className="line-clamp-2 max-w-full justify-self-start font-semibold wrap-anywhere"
      >
        {title ?? untitled}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm text-muted">
        {isPicture && <Badge>{t('entry.picture')}</Badge>}
        {title === null && !isPicture && (
          <span dir="ltr" className="truncate">
            {rest}
          </span>
        )}
        {duration !== null && (
          <span className="tabular-nums">
            <span className="sr-only">
              {t('entry.duration', { duration: displayDuration(duration) })}
            </span>
            <span aria-hidden>{displayDuration(duration)}</span>
          </span>
        )}
        {uploader !== null && byOther && (
          <span dir="auto" className="min-w-0 truncate">
            {uploader}
          </span>
        )}
      </span>
    </>
  );
}

/** One entry: a checkbox, its facts, the state of its file, and a link to its formats. */
export const EntryRow = memo(
  function EntryRow(props: EntryRowProps) {
    const { entry, number, byOther, chosen, picked, standing, onChoose, onPick } = props;
    const { t } = useTranslation('list');
    const { api } = useSite().config;
    const row = useRef<HTMLLIElement>(null);
    useOnSeen(row, entry.url, props.onSeen);
    const title = entry.title ?? entry.url;
    return (
      <li ref={row} className="entry grid grid-cols-[minmax(0,1fr)_auto] items-center px-3">
        <label
          className="flex min-h-18 cursor-pointer items-center gap-3 py-2"
          // Shift selects a range of rows here and must not select text.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        >
          <input
            type="checkbox"
            checked={chosen}
            onChange={({ target, nativeEvent }) => {
              // Preventing mousedown also kept the browser from moving the focus.
              target.focus({ preventScroll: true });
              onChoose(entry.id, target.checked, (nativeEvent as MouseEvent).shiftKey);
            }}
            className="size-5 shrink-0"
          />
          <EntryPicture
            url={entry.thumbnail_url}
            grant={entry.thumbnail_grant}
            kind={entry.kind}
            isAudio={props.isAudio}
          />
          <span className="grid min-w-0 gap-0.5">
            <EntryFacts {...{ entry, number, byOther }} />
          </span>
        </label>
        {entry.kind === 'media' && (
          <Button
            variant="plain"
            className="-me-3"
            aria-label={t('entry.formatsOf', { title })}
            data-picked={picked || undefined}
            onClick={onPick}
          >
            <span className="max-sm:sr-only">{t('entry.formats')}</span>
            <ChevronRight aria-hidden size={18} className="rtl:-scale-x-100" />
          </Button>
        )}
        {entry.kind === 'picture' && (
          <ButtonLink
            variant="plain"
            className="-me-3"
            href={`${imageAddress(api, entry.url, entry.picture_grant)}&download=1`}
            download=""
            aria-label={t('run.saveEntry', {
              title: entry.title ?? t('entry.untitled', { number }),
            })}
          >
            <span className="max-sm:sr-only">{t('run.save')}</span>
            <Download aria-hidden size={18} />
          </ButtonLink>
        )}
        {standing !== undefined && (
          <EntryStanding
            standing={standing}
            title={title}
            onAgain={() => props.onAgain(entry.id)}
          />
        )}
      </li>
    );
  },
  // Callbacks are not compared, because those for the same entry are equivalent.
  (a, b) =>
    a.entry === b.entry &&
    a.number === b.number &&
    a.chosen === b.chosen &&
    a.picked === b.picked &&
    a.standing === b.standing,
);

interface EntryPictureProps {
  readonly url: string | null;
  readonly grant: string | null;
  readonly kind: ListEntry['kind'];
  readonly isAudio: boolean;
}

/**
 * A small thumbnail in a reserved space, loaded as its row nears the viewport; an icon if there is
 * none.
 */
function EntryPicture({ url, grant, kind, isAudio }: EntryPictureProps) {
  const address = usePictureAddress(url, grant);
  const [missing, setMissing] = useState<string | null>(null);
  const Icon = kind === 'picture' ? Image : isAudio ? Music : Film;
  return (
    <span className="grid aspect-video w-20 shrink-0 place-items-center overflow-hidden rounded-md bg-sunk text-muted sm:w-24">
      {address === null || url === missing ? (
        <Icon aria-hidden size={20} />
      ) : (
        <img
          src={address}
          alt=""
          width={96}
          height={54}
          loading="lazy"
          decoding="async"
          onError={() => setMissing(url)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
