import type { HistoryItem } from '@dipper/contract';
import { PlatformIcon } from '../../../ui/icons/platform-icon.js';
import type { ItemStanding } from './item-standing.js';
import { RowActions } from './row-actions.js';
import { type ItemWords, knownPlatform } from './use-item-words.js';
import { AudioLines, Film } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import { ThumbnailPlace } from '../../../entities/media/thumbnail.js';

const TONES: Readonly<Record<ItemStanding['kind'], string>> = {
  ...{ in_progress: 'text-accent', failed: 'text-danger', kept: 'text-link', gone: 'text-muted' },
};

/**
 * A fact preceded by a dot. The list of facts starts left of its box and is clipped there, which
 * hides the first dot of every line.
 */
function Fact({ children }: PropsWithChildren) {
  return (
    <span className="inline-flex max-w-full items-center">
      <span aria-hidden className="w-4 shrink-0 text-center">
        ·
      </span>
      {children}
    </span>
  );
}

interface HistoryRowProps {
  readonly item: HistoryItem;
  readonly standing: ItemStanding;
  readonly words: ItemWords;
  readonly onGone: () => void;
}

/** One download: a card on phones, a row on wide screens. */
export function HistoryRow({ item, standing, words, onGone }: HistoryRowProps) {
  const title = words.title(item);
  const platform = words.platform(item);
  const known = knownPlatform(item);
  const facts = words.facts(item);
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-2 border-t border-line py-4 md:flex-nowrap md:items-center">
      <ThumbnailPlace
        url={item.thumbnail_url}
        grant={item.thumbnail_grant}
        icon={item.format === 'audio' ? AudioLines : Film}
        className="w-24 max-w-[31%] self-start sm:w-32"
      />
      <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-1 max-md:basis-36">
        <h3
          dir="auto"
          title={title}
          className="line-clamp-2 max-w-full justify-self-start font-sans text-base/snug font-semibold wrap-anywhere"
        >
          {title}
        </h3>
        <p className="overflow-x-clip text-sm text-muted tabular-nums">
          <span className="-ms-4 flex flex-wrap items-center">
            <Fact>
              {known !== undefined && (
                <PlatformIcon
                  icon={known.id}
                  name={platform}
                  className="me-1.5 size-3.5 shrink-0"
                />
              )}
              <bdi className="truncate">{platform}</bdi>
            </Fact>
            {facts.map((fact) => (
              <Fact key={fact}>
                <bdi>{fact}</bdi>
              </Fact>
            ))}
          </span>
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-sm text-muted tabular-nums">
          <span className={`font-medium ${TONES[standing.kind]}`}>
            {words.status(item, standing)}
          </span>
          <span aria-hidden className="max-sm:hidden">
            ·
          </span>
          <time dateTime={item.download_time} className="max-sm:basis-full">
            {words.moment(item)}
          </time>
        </p>
      </div>
      <RowActions item={item} title={title} standing={standing} onGone={onGone} />
    </li>
  );
}
