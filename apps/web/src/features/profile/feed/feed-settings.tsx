import {
  API,
  deletedFeedReplySchema,
  feedAddressReplySchema,
  type FeedReply,
  feedReplySchema,
  removedFeedItemReplySchema,
} from '@dipper/contract';
import { useRef, useState } from 'react';
import { callAs } from '../../../entities/session/call-as.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';
import { Confirmation } from '../section/confirmation.js';
import { LoadedSection } from '../section/loaded-section.js';
import { SecretField } from '../section/secret-field.js';
import { useAccountData } from '../section/use-account-data.js';
import { FeedItemRow } from './feed-item-row.js';

// Each of these returns the feed as it is afterwards.

async function renew(now: FeedReply): Promise<FeedReply> {
  const address = await callAs(API.renewFeed, feedAddressReplySchema, { method: 'POST' });
  return { ...now, ...address };
}

async function clear(now: FeedReply): Promise<FeedReply> {
  await callAs(API.feed, deletedFeedReplySchema, { method: 'DELETE' });
  return { ...now, url: null, items: [] };
}

async function remove(now: FeedReply, id: string): Promise<FeedReply> {
  await callAs(API.feedItem(id), removedFeedItemReplySchema, { method: 'DELETE' });
  return { ...now, items: now.items.filter((item) => item.id !== id) };
}

interface AddressProps {
  readonly url: string;
  /** True if the visitor has just created or replaced it. */
  readonly isNew: boolean;
  readonly busy: boolean;
  readonly onReplace: (onDone: () => void) => void;
  readonly onDelete: () => void;
}

/** The address of the feed, and what can be done with it. */
function Address({ url, isNew, busy, onReplace, onDelete }: AddressProps) {
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation();
  const [asked, setAsked] = useState<'replace' | 'delete' | null>(null);
  const stop = () => setAsked(null);
  return (
    <>
      <SecretField
        key={url}
        label={t('feed.address')}
        value={url}
        hint={t('feed.subscribe')}
        isHidden={!isNew}
        takesFocus={isNew}
      />
      {asked === null ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" busy={busy} onClick={() => setAsked('replace')}>
            {t('feed.replace')}
          </Button>
          <Button variant="plain" busy={busy} onClick={() => setAsked('delete')}>
            {t('feed.delete')}
          </Button>
        </div>
      ) : (
        <Confirmation
          key={asked}
          sentence={t(asked === 'replace' ? 'feed.replaceSure' : 'feed.deleteSure')}
          yes={t(`feed.${asked}`)}
          no={common('cancel')}
          isBusy={busy}
          onYes={asked === 'replace' ? () => onReplace(stop) : onDelete}
          onNo={stop}
        />
      )}
    </>
  );
}

/** The account's podcast feed: its address and its items. */
export function FeedSettings() {
  const { t } = useTranslation('profile');
  const heading = useRef<HTMLHeadingElement>(null);
  const loaded = useAccountData(API.feed, feedReplySchema);
  const [isNew, setNew] = useState(false);
  const { busy, run } = loaded;
  const focusHeading = () => heading.current?.focus();
  const create = (now: FeedReply, onDone?: () => void) =>
    void run(
      () => renew(now),
      () => {
        setNew(true);
        onDone?.();
      },
    );
  return (
    <LoadedSection
      heading={t('tabs.feed')}
      headingRef={heading}
      text={t('feed.text')}
      loaded={loaded}
    >
      {(now) => (
        <>
          {now.url !== null && (
            <Address
              url={now.url}
              isNew={isNew}
              busy={busy}
              onReplace={(onDone) => create(now, onDone)}
              onDelete={() => void run(() => clear(now), focusHeading)}
            />
          )}
          {now.items.length >= now.limit && <p>{t('feed.full')}</p>}
          {now.items.length === 0 ? (
            <p className="text-muted">{t('feed.empty')}</p>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {now.items.map((item) => (
                <FeedItemRow
                  key={item.id}
                  item={item}
                  busy={busy}
                  onRemove={() => void run(() => remove(now, item.id), focusHeading)}
                />
              ))}
            </ul>
          )}
          {now.url === null && (
            <div>
              <Button variant="quiet" busy={busy} onClick={() => create(now)}>
                {t('feed.create')}
              </Button>
            </div>
          )}
        </>
      )}
    </LoadedSection>
  );
}
