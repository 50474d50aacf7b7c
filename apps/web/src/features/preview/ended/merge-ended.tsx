import type { DamagedSpan, ErrorCode } from '@dipper/contract';
import { Ban, CircleAlert, Download, Scissors, TriangleAlert } from 'lucide-react';
import { FailingNotice } from '../../../entities/status/failing-notice.js';
import { useErrorWords } from '../../../i18n/errors/error-words.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { AgainButton } from '../../../ui/buttons/again-button.js';
import { HelpLink } from '../../../ui/buttons/help-link.js';
import { useMedia, useShownWish } from '../address/shown-media.js';
import { EndedPanel } from './ended-panel.js';
import { mergeFailureText } from './merge-failure-text.js';
import {
  isTaskLost,
  type MergeCancelled,
  type MergeFailed,
  type MergeFailure,
} from '../../../entities/task/follow/merge.reducer.js';
import { GoneFacts } from './gone-facts.js';
import { OtherFormats } from './other-formats.js';
import { ExpiredNotice } from '../file/retention/retention-notice.js';
import { StartOver } from './start-over.js';
import { useDamageWords } from '../file/damage/use-damage-words.js';
import { Button, ButtonLink } from '../../../ui/buttons/button.js';
import { leave } from '../../../entities/media/handover/handover.js';
import { searchLink } from '../../../entities/media/handover/search-link.js';

interface DamagedSourceProps {
  readonly damage: readonly DamagedSpan[];
  readonly onTake: () => void;
}

/** Shown if the source is damaged. Offers to choose another format, or to take the damaged file. */
function DamagedSource({ damage, onTake }: DamagedSourceProps) {
  const { t } = useTranslation('preview');
  const { heading, text } = useDamageWords()(damage);
  return (
    <EndedPanel
      role="alert"
      plate="damaged"
      icon={TriangleAlert}
      heading={heading}
      text={`${t('damage.text')} ${text}`}
    >
      <OtherFormats primary />
      <Button variant="quiet" onClick={onTake}>
        <Download aria-hidden size={18} />
        {t('damage.take')}
      </Button>
      <HelpLink code="SOURCE_DAMAGED" />
    </EndedPanel>
  );
}

interface MergeEndedProps {
  readonly merge: MergeFailed | MergeCancelled;
  readonly onRetry: () => void;
  /** Tries again and accepts a damaged source. */
  readonly onTakeAnyway: () => void;
}

/** Returns the error code whose help article fits the failure. */
function helpCode(failure: MergeFailure): string {
  switch (failure.kind) {
    case 'server':
    case 'start':
      return failure.code ?? 'MERGE_FAILED';
    case 'expired':
      return 'FILE_EXPIRED';
    case 'source-damaged':
      return 'SOURCE_DAMAGED';
    case 'unknown-task':
    case 'file-gone':
      return 'TASK_UNKNOWN';
    case 'no-start':
    case 'timed-out':
    case 'too-many-errors':
      return 'MERGE_FAILED';
  }
}

/** True if the site no longer has the format, so a retry would probably fail again. */
function isFormatGone(failure: MergeFailure): boolean {
  return 'code' in failure && failure.code === ('FORMAT_UNAVAILABLE' satisfies ErrorCode);
}

/** True if the clip starts after the end of its item. Only a retry with other times helps. */
function isOutside(failure: MergeFailure): failure is Extract<MergeFailure, { kind: 'server' }> {
  return failure.kind === 'server' && failure.code === ('CLIP_OUTSIDE' satisfies ErrorCode);
}

/** Shown after a merge has failed or was cancelled: what happened, a retry, and other formats. */
export function MergeEnded({ merge, onRetry, onTakeAnyway }: MergeEndedProps) {
  const { sourceUrl } = useMedia();
  const failure = merge.phase === 'failed' ? merge.failure : null;
  const { t } = useTranslation('preview');
  const wordsOf = useErrorWords();
  const again = (variant: 'primary' | 'quiet') => (
    <AgainButton
      seconds={failure !== null && 'againInSeconds' in failure ? failure.againInSeconds : 0}
      variant={variant}
      onClick={onRetry}
    />
  );
  const anotherTry =
    failure !== null && isFormatGone(failure) ? (
      <>
        <OtherFormats primary />
        {again('quiet')}
      </>
    ) : (
      <>
        {again('primary')}
        <OtherFormats />
      </>
    );
  if (failure === null) {
    return (
      <EndedPanel
        role="status"
        plate="cancelled"
        icon={Ban}
        heading={t('progress.cancelledHeading')}
        text={t('progress.cancelledText')}
      >
        {anotherTry}
      </EndedPanel>
    );
  }
  if (failure.kind === 'expired') {
    return <ExpiredNotice />;
  }
  if (failure.kind === 'source-damaged') {
    return <DamagedSource damage={merge.damage ?? []} onTake={onTakeAnyway} />;
  }
  return (
    <EndedPanel
      role="alert"
      plate="failed"
      icon={CircleAlert}
      heading={t('messages.merge.processingFailed')}
      text={mergeFailureText(failure, t, wordsOf)}
      facts={
        isTaskLost(failure) ? (
          <GoneFacts />
        ) : (
          <>
            {failure.kind === 'too-many-errors' && (
              <p className="text-muted">{t('progress.listening')}</p>
            )}
            <FailingNotice link={sourceUrl ?? ''} code={helpCode(failure)} />
          </>
        )
      }
    >
      {isTaskLost(failure) ? (
        <StartOver />
      ) : isOutside(failure) ? (
        <OtherTimes seconds={failure.values?.['seconds'] ?? null} />
      ) : (
        anotherTry
      )}
      <HelpLink code={helpCode(failure)} />
    </EndedPanel>
  );
}

interface OtherTimesProps {
  /** The item's duration in seconds, as measured by the server; null if unknown. */
  readonly seconds: number | null;
}

/** Links from a clip that starts after the end of its item back to the clip maker. */
function OtherTimes({ seconds }: OtherTimesProps) {
  const { sourceUrl } = useMedia();
  const { t } = useTranslation('preview');
  const wish = useShownWish();
  if (wish?.kind !== 'clip' || sourceUrl === null) {
    return <OtherFormats />;
  }
  const { start, end } = wish;
  return (
    <>
      <ButtonLink
        {...searchLink(sourceUrl)}
        variant="primary"
        onClick={() => leave({ clip: { url: sourceUrl, start, end, seconds } })}
      >
        <Scissors aria-hidden size={18} />
        {t('actions.otherTimes')}
      </ButtonLink>
      <OtherFormats />
    </>
  );
}
