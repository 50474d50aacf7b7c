import { type FeedItem, previewPath, startMergePath } from '@dipper/contract';
import { useState } from 'react';
import { useMediaWords } from '../../../entities/media/use-media-words.js';
import { useRefresh } from '../../../entities/task/use-refresh.js';
import { useTimeLeft } from '../../../i18n/format/use-time-left.js';
import { useUnits } from '../../../i18n/format/units.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { Button, ButtonLink } from '../../../ui/buttons/button.js';

/**
 * The page that starts the same task again, so that the item of the feed gets its file back. If the
 * task is no longer known, that page offers to read the original page again.
 */
function previewOf({ task_id, title, filename, url: source_url }: FeedItem): string {
  const url = startMergePath(task_id);
  return previewPath({ url, title, filename, is_audio: 'true', source_url });
}

/**
 * Counts a file's lifetime down from the seconds that the server had sent when the component mounted.
 * @returns the seconds left; 0 once the file has expired
 */
function useLifetime(seconds: number): number {
  const [fromMs] = useState(steadyMs);
  const [nowMs, setNowMs] = useState(fromMs);
  const left = Math.max(0, Math.ceil(seconds - (nowMs - fromMs) / 1000));
  useRefresh(left > 0 ? [left] : [], nowMs, () => setNowMs(steadyMs()));
  return left;
}

interface FeedItemRowProps {
  readonly item: FeedItem;
  readonly busy: boolean;
  readonly onRemove: () => void;
}

/** An item of the feed. The texts need the namespace `history`. */
export function FeedItemRow({ item, busy, onRemove }: FeedItemRowProps) {
  const { t } = useTranslation('profile');
  const { t: history } = useTranslation('history');
  const { listSize } = useUnits();
  const media = useMediaWords();
  const { author, bytes, expires_in_seconds } = item;
  const left = useLifetime(expires_in_seconds ?? 0);
  const title = media.title(item.title || item.url);
  const timeLeft = useTimeLeft()(left);
  const isExpired = timeLeft === '';
  const of = <span className="sr-only"> {title}</span>;
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-3">
      <div className="grid min-w-0 grow basis-44 grid-cols-1">
        <p
          dir="auto"
          title={title}
          className="line-clamp-2 max-w-full justify-self-start font-medium wrap-anywhere"
        >
          {title}
        </p>
        <p className="text-sm text-muted tabular-nums">
          {author !== '' && (
            <>
              <bdi>{author}</bdi> ·{' '}
            </>
          )}
          {listSize(bytes)} ·{' '}
          <span className={isExpired ? 'font-medium' : ''}>{timeLeft || history('gone')}</span>
        </p>
      </div>
      <div className="-ms-3 flex flex-wrap">
        {isExpired && (
          <ButtonLink variant="plain" tone="link" to={previewOf(item)}>
            {t('feed.prepare')}
            {of}
          </ButtonLink>
        )}
        <Button variant="plain" busy={busy} onClick={onRemove}>
          {t('feed.remove')}
          {of}
        </Button>
      </div>
    </li>
  );
}
