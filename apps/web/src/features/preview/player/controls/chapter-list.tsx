import type { Chapter } from '@dipper/contract';
import { displayDuration } from '@dipper/media';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { chapterAt } from './seek.js';

interface ChapterListProps {
  readonly chapters: readonly Chapter[];
  /** In seconds. */
  readonly time: number;
  readonly onSeek: (time: number) => void;
}

/** The chapters of an item. Selecting one seeks to its start; the current one is marked. */
export function ChapterList({ chapters, time, onSeek }: ChapterListProps) {
  const { t } = useTranslation('preview');
  const current = chapterAt(chapters, time);
  const width = (chapters.at(-1)?.start ?? 0) < 3600 ? 'min-w-10' : 'min-w-14';
  return (
    <section aria-labelledby="chapters" className="card grid gap-2 p-5">
      <h2 id="chapters" className="text-base">
        {t('player.chapters')}
      </h2>
      <ol className="-mx-2 max-h-80 overflow-y-auto">
        {chapters.map(({ title, start }, index) => (
          <li key={`${index} ${title}`}>
            <button
              type="button"
              aria-current={index === current || undefined}
              onClick={() => onSeek(start)}
              className="flex min-h-11 w-full cursor-pointer items-baseline gap-3 rounded-control px-2 py-2 text-start text-sm hover:bg-sunk aria-current:bg-badge aria-current:font-semibold aria-current:text-on-badge"
            >
              <span className={`${width} text-end tabular-nums`}>{displayDuration(start)}</span>
              <bdi className="min-w-0 wrap-anywhere">{title}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
