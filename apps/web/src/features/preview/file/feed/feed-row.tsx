import { ApiFailure, jsonBody } from '@dipper/client';
import {
  API,
  type FeedItem,
  feedItemSchema,
  feedReplySchema,
  removedFeedItemReplySchema,
} from '@dipper/contract';
import { Check, Podcast } from 'lucide-react';
import { useRef, useState } from 'react';
import { callAs } from '../../../../entities/session/call-as.js';
import { useChanges } from '../../../../entities/session/use-changes.js';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { useLoaded } from '../../../../lib/react/use-loaded.js';
import { useOnChange } from '../../../../lib/react/use-on-change.js';
import { AlertBox } from '../../../../ui/alert-box.js';
import { Button } from '../../../../ui/buttons/button.js';
import { RowButton } from '../../other-files/file-row.js';

export interface FeedRowProps {
  readonly taskId: string;
  /** Called when the file is in the feed, or no longer in it, so it may be kept for another time. */
  readonly onChanged: () => void;
  /** Called if the file turns out to have expired. */
  readonly onGone: () => void;
}

/** The file's item in the account's feed, with functions that change it. */
function useOwnItem({ taskId, onChanged, onGone }: FeedRowProps) {
  // If this fails, the file can still be added: the same task has only one item.
  const loaded = useLoaded(taskId, (_, signal) =>
    callAs(API.feed, feedReplySchema, { signal }).catch(() => 'unknown' as const),
  );
  const [changed, setChanged] = useState<{ readonly item: FeedItem | null } | null>(null);
  const { busy, failure, run } = useChanges((item: FeedItem | null) => {
    setChanged({ item });
    onChanged();
  }, 'error');
  const feed = loaded === 'unknown' ? null : loaded;
  const found = feed?.items.find(({ task_id }) => task_id === taskId) ?? null;
  const send = async () => {
    try {
      return await callAs(API.feedItems, feedItemSchema, jsonBody('POST', { task_id: taskId }));
    } catch (error) {
      if (error instanceof ApiFailure && error.reply.code === 'FILE_EXPIRED') {
        onGone();
      }
      throw error;
    }
  };
  return {
    isLoading: loaded === null,
    isFull: feed !== null && feed.items.length >= feed.limit,
    item: changed === null ? found : changed.item,
    busy,
    failure,
    add: () => void run(send),
    remove: ({ id }: FeedItem) =>
      void run(async () => {
        await callAs(API.feedItem(id), removedFeedItemReplySchema, { method: 'DELETE' });
        return null;
      }),
  };
}

/** Adds a finished audio file to the account's podcast feed, or removes it. */
export function FeedRow(props: FeedRowProps) {
  const { isLoading, isFull, item, busy, failure, add, remove } = useOwnItem(props);
  return (
    <section aria-busy={isLoading || busy} className="card grid grid-cols-1 p-2 noscript:hidden">
      {isLoading ? <div className="min-h-12" /> : <Row {...{ isFull, item, busy, add, remove }} />}
      {failure !== null && <AlertBox>{failure}</AlertBox>}
    </section>
  );
}

type RowProps = Pick<ReturnType<typeof useOwnItem>, 'isFull' | 'item' | 'busy' | 'add' | 'remove'>;

function Row({ isFull, item, busy, add, remove }: RowProps) {
  const { t } = useTranslation('preview');
  const target = useRef<HTMLParagraphElement & HTMLButtonElement>(null);
  useOnChange(item !== null, () => target.current?.focus());
  if (item !== null) {
    return (
      <div className="flex min-h-12 items-center gap-x-3 ps-3">
        <Check aria-hidden size={18} className="shrink-0 text-accent" />
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
          <p ref={target} tabIndex={-1} className="min-w-0 flex-[1_1_min(12rem,60%)]">
            {t('feed.added')}
          </p>
          <Button variant="plain" className="-ms-3" busy={busy} onClick={() => remove(item)}>
            {t('feed.remove')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <>
      <RowButton ref={target} icon={Podcast} isBusy={busy} isOff={busy} onClick={add}>
        <span className="min-w-0 flex-1">{t('feed.add')}</span>
      </RowButton>
      {isFull && <p className="px-3 pb-2 text-sm text-muted">{t('feed.full')}</p>}
    </>
  );
}
