import type { VideoInfo } from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';

interface PartOfListProps {
  readonly list: VideoInfo['list'];
  readonly onSearch: (url: string) => void;
}

/** Shown for an item whose link belongs to a list. Its button opens the list. */
export function PartOfList({ list, onSearch }: PartOfListProps) {
  const { t } = useTranslation('search');
  if (list === null) {
    return null;
  }
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-1 text-sm text-muted">
      {list.title === null ? (
        t('result.partOfList')
      ) : (
        <span className="wrap-anywhere" dir="auto">
          {t('result.partOf', { title: list.title })}
        </span>
      )}
      <Button variant="plain" tone="link" onClick={() => onSearch(list.url)}>
        {t('result.seeAll')}
      </Button>
    </p>
  );
}
