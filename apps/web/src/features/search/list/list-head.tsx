import { type ListInfo, LIMITS } from '@dipper/contract';
import { useMediaWords } from '../../../entities/media/use-media-words.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { CloseButton } from '../../../ui/buttons/close-button.js';
import { ThumbnailPlace } from '../../../entities/media/thumbnail.js';
import { ResultTitle } from '../result-title.js';
import { PlatformBadge } from '../../../entities/media/platform-badge.js';

/** Returns the number of entries and of those listed: the first ones, or the available ones. */
function useCountWords({ total, entries, webpage_url: page }: ListInfo): string {
  const { t, i18n } = useTranslation('list');
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const count = entries.length;
  if (total === null || total <= count) {
    return t('count', { count });
  }
  const isCut = count >= (page === null ? LIMITS.bundleEntries : LIMITS.listEntries);
  return t(isCut ? 'firstOf' : 'someOf', {
    count: total,
    total: number(total),
    shown: number(count),
  });
}

interface ListHeadProps {
  readonly list: ListInfo;
  readonly onClear: () => void;
}

export function ListHead({ list, onClear }: ListHeadProps) {
  const { t } = useTranslation('list');
  const { title: titleOf } = useMediaWords();
  const count = useCountWords(list);
  const { webpage_url: page, thumbnail_url: picture } = list;
  const title = page === null ? t('pasted', { count: list.entries.length }) : titleOf(list.title);
  return (
    <div className="flex gap-4 sm:gap-5">
      {picture !== null && (
        <ThumbnailPlace
          url={picture}
          grant={list.thumbnail_grant}
          className="w-[min(10rem,30%)] self-start max-sm:hidden"
        />
      )}
      <div className="grid min-w-0 grow content-start gap-2">
        {(page !== null || (list.total ?? 0) > list.entries.length) && (
          <p className="font-semibold text-accent">{count}</p>
        )}
        <ResultTitle title={title} />
        {page !== null && (
          <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <PlatformBadge platform={list.platform} link={page} />
            {list.uploader !== null && (
              <span dir="auto" className="max-w-max min-w-0 grow basis-24 truncate">
                {t('by', { name: list.uploader })}
              </span>
            )}
          </p>
        )}
      </div>
      <CloseButton label={t('clear')} onClick={onClear} className="-me-2 self-start" />
    </div>
  );
}
