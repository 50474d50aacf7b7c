import { API } from '@dipper/contract';
import { useCallback, useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { apiAddress } from '../../../lib/api/api-address.js';
import { useSite } from '../../../site/site.js';
import { useMedia, useShownQuery, useShownWish } from '../address/shown-media.js';
import { OtherFormats } from '../ended/other-formats.js';
import type { MergeComplete } from '../../../entities/task/follow/merge.reducer.js';
import { Surfacing } from '../progress/surfacing.js';
import { useLeftFacts } from '../player/use-page-facts.js';
import { MediaPlayer } from '../player/media-player.js';
import { MoreFiles } from '../other-files/more-files.js';
import { useKnownSource, useMaking } from '../other-files/use-making.js';
import { BundlePart } from '../bundle/bundle-part.js';
import { TimesLink } from '../clip/times-link.js';
import { DamageNotice } from './damage/damage-notice.js';
import { FeedPart } from './feed/feed-part.js';
import { DownloadButton } from './saving/download-button.js';
import { SavedChoice } from './saving/saved-choice.js';
import { checkGone } from './is-gone.js';
import { ExpiredNotice, RetentionNotice } from './retention/retention-notice.js';
import { shownAs } from './shown-as.js';
import { TextFile } from './text-file.js';
import { trackDownload, useNoteDownload } from './saving/use-note-download.js';
import { useExpiry } from './retention/use-expiry.js';
import { useSecondsLeft } from './retention/use-seconds-left.js';
import { List } from 'lucide-react';
import { PictureFile } from './picture-file.js';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { ButtonLink } from '../../../ui/buttons/button.js';

/**
 * Links back to the list that the zip was made from. It appears immediately if the visitor has just
 * seen it.
 */
function ListLink() {
  const { sourceUrl } = useMedia();
  const { t } = useTranslation('preview');
  return (
    <ButtonLink {...searchLink(sourceUrl)} variant="quiet">
      <List aria-hidden size={18} />
      {t('bundle.back')}
    </ButtonLink>
  );
}

interface FinishedFileProps {
  readonly taskId: string;
  readonly merge: MergeComplete;
  /** When the page learned that the file is ready, in `steadyMs`. */
  readonly completedAtMs: number;
  /** True if the visitor watched it being made. */
  readonly isJustMade: boolean;
}

/** A finished file: player, download button, and a countdown to its expiry. */
export function FinishedFile({ taskId, merge, completedAtMs, isJustMade }: FinishedFileProps) {
  const media = useMedia();
  const { t } = useTranslation('preview');
  const [wasSaved, setSaved] = useState(false);
  const [foundExpired, setFoundExpired] = useState(false);
  const file = apiAddress(useSite().config.api, API.file(taskId));
  const noticeId = useId();
  const [chaptersIn, setChaptersIn] = useState<HTMLElement | null>(null);
  const [clipIn, setClipIn] = useState<HTMLElement | null>(null);
  const { recipe } = useShownQuery();
  const wish = useShownWish();
  const facts = useLeftFacts();
  const source = useKnownSource(taskId, null);
  const { damage, sizes } = merge;
  const note = useNoteDownload(taskId, sizes.final_file);
  const view = shownAs(media.filename);
  // A file made from a recipe is not an offer. Other files are therefore made from the original
  // item or, for a clip, by choosing new times.
  const offerId =
    recipe === undefined ? taskId : wish?.kind === 'convert' ? (facts?.offerId ?? null) : null;
  const making = useMaking(view === 'player' ? offerId : null);
  const expire = useCallback(() => setFoundExpired(true), []);
  const check = useCallback(() => checkGone(file, expire), [file, expire]);
  const onLost = useCallback(() => void check(), [check]);
  const { expiresAtMs, recount } = useExpiry({
    ...{ taskId, seconds: merge.expiresInSeconds, completedAtMs, onLost },
  });
  const secondsLeft = useSecondsLeft(expiresAtMs);
  if (foundExpired || secondsLeft === 0) {
    return <ExpiredNotice hadIt sizeBytes={sizes.final_file} />;
  }
  const surfacing = isJustMade && <Surfacing />;
  return (
    <>
      {/* Shown below the player but first in the tab order, because a player has many controls. */}
      <div className="order-1 grid grid-cols-1 gap-2">
        <div className="actions">
          <DownloadButton
            href={`${file}?download=1`}
            filename={media.filename}
            sizeBytes={sizes.final_file}
            onGone={expire}
            onSaved={() => {
              trackDownload(media.sourceUrl, media.isAudio ? 'audio' : 'merge');
              note();
              setSaved(true);
            }}
            noticeId={damage === null ? null : noticeId}
          />
          {view === 'bundle' && <ListLink />}
          <TimesLink />
          {view !== 'bundle' && making === null && <OtherFormats />}
        </div>
        <SavedChoice wasSaved={wasSaved} />
      </div>
      {view === 'text' && <TextFile src={file} title={media.title} />}
      {view === 'picture' && (
        <PictureFile src={file} filename={media.filename} title={media.title}>
          {surfacing}
        </PictureFile>
      )}
      {view === 'player' && (
        <MediaPlayer
          src={file}
          hls={false}
          waiting={t(media.isAudio ? 'stages.complete' : 'messages.merge.complete')}
          over={surfacing}
          fallback="download"
          chaptersIn={chaptersIn}
          clip={making && { making, src: file, rowsIn: clipIn }}
          damaged={damage !== null}
          onProblem={check}
        />
      )}
      {damage !== null && <DamageNotice id={noticeId} damage={damage} />}
      <div className="order-2 grid grid-cols-1 content-start gap-5">
        {making !== null && (
          <MoreFiles
            making={making}
            offersSound={!media.isAudio && source?.hasAudio !== false}
            clipIn={setClipIn}
          />
        )}
        <RetentionNotice
          secondsLeft={secondsLeft}
          heals={media.sourceUrl !== null && view !== 'bundle'}
        />
        {media.isAudio && view === 'player' && (
          <FeedPart taskId={taskId} onChanged={recount} onGone={expire} />
        )}
        <BundlePart merge={merge} taskId={taskId} />
        <div ref={setChaptersIn} className="contents" />
      </div>
    </>
  );
}
