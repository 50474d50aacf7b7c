import { Play, Square, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRetention } from '../../../i18n/format/use-retention.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';
import { useMedia } from '../address/shown-media.js';
import { shownAs } from '../file/shown-as.js';
import type { MergeAtWork } from '../../../entities/task/follow/merge.reducer.js';
import { MeanwhilePlayer } from '../play-while-made/meanwhile-player.js';
import { useMeanwhileWords } from '../play-while-made/use-meanwhile-words.js';
import { isOn, type Meanwhile } from '../play-while-made/use-meanwhile.js';
import { MergeSteps } from './merge-steps.js';
import { nextWords } from './next-words.js';
import { Pool, PoolPlace } from './pool.js';
import { useProgressWords } from './progress-words.js';
import { displayDuration } from '@dipper/media';
import { useUnits } from '../../../i18n/format/units.js';

/**
 * Returns the speed and the time left of a merge: "4.1 MB/s · 9 s left"; '' if neither is known.
 */
function usePaceWords({ speed, etaSeconds }: Pick<MergeAtWork, 'speed' | 'etaSeconds'>): string {
  const { t } = useTranslation('preview');
  const { previewSize, number } = useUnits();
  const pace = speed === null ? '' : t('progress.speed', { size: previewSize(speed) });
  const left =
    etaSeconds === null
      ? ''
      : etaSeconds < 60
        ? t('progress.secondsLeft', { seconds: number(etaSeconds) })
        : t('progress.eta', { duration: displayDuration(etaSeconds) });
  return [pace, left].filter(Boolean).join(' · ');
}

interface MergeProgressProps {
  readonly merge: MergeAtWork;
  readonly offline: boolean;
  readonly cancelling: boolean;
  readonly onCancel: () => void;
  /** Called to choose another format instead; null if the visitor chose this one. */
  readonly onOthers: (() => void) | null;
  /** Shown below the water, and later in the same place below the player. */
  readonly notice: ReactNode;
  /** Shown below the buttons, for example because the last press had no effect; null for none. */
  readonly problem: ReactNode;
  readonly meanwhile: Meanwhile;
}

/** The figures in the water: percentage, speed and time left, or the position in line. */
function Figures({ merge }: { readonly merge: MergeAtWork }) {
  const { t } = useTranslation('preview');
  const { percent, place } = useProgressWords(merge);
  const pace = usePaceWords(merge);
  // 0% says nothing while the task waits in line.
  const isShown = percent !== null && (place === '' || percent > 0);
  return (
    <>
      {isShown && <p className="text-title font-bold">{t('progress.percent', { percent })}</p>}
      <p className={place === '' ? 'text-sm' : 'text-lg font-semibold'}>{place || pace}</p>
    </>
  );
}

/**
 * The current step, the next steps, and a note on what is playing or that the visitor may leave.
 * They are on separate lines, so that the steps don't move the rest.
 */
function Sentences({
  merge,
  offline,
  meanwhile,
}: Pick<MergeProgressProps, 'merge' | 'offline' | 'meanwhile'>) {
  const { t } = useTranslation('preview');
  const { message } = useProgressWords(merge);
  const { sentence } = useMeanwhileWords(meanwhile);
  const retention = useRetention();
  return (
    <p className="grid min-h-[4lh] max-w-prose content-start text-muted sm:min-h-[2lh]">
      {offline || merge.isLost ? (
        <span className="text-text">{t(offline ? 'progress.offline' : 'progress.lost')}</span>
      ) : (
        <>
          <span className="min-h-[2lh] sm:min-h-[1lh]">
            <span className="font-semibold text-text">{message}</span> {nextWords(merge, t)}
          </span>{' '}
          <span>{sentence ?? t('progress.leave', { retention })}</span>
        </>
      )}
    </p>
  );
}

/**
 * Starts or stops playback while the file is being made. If playback fails, the button disappears:
 * on a phone it would keep the focus and look as if another press could help.
 */
function PlayButton({ meanwhile }: Pick<MergeProgressProps, 'meanwhile'>) {
  const { media, state, start, stop } = meanwhile;
  const { action } = useMeanwhileWords(meanwhile);
  const Icon = isOn(meanwhile) ? Square : Play;
  return media === null || state === 'failed' ? null : (
    <Button variant="quiet" onClick={isOn(meanwhile) ? stop : start}>
      <Icon aria-hidden size={18} />
      {action}
    </Button>
  );
}

/** A file's progress with a cancel button, shown where the player will be. */
export function MergeProgress(props: MergeProgressProps) {
  const { merge, offline, cancelling, onCancel, onOthers, meanwhile } = props;
  const { filename } = useMedia();
  const { t } = useTranslation('preview');
  const { t: common } = useTranslation();
  const { percent, text } = useProgressWords(merge);
  // Reserve room for the file's actions. A zip needs none, because its entries fill the space both
  // before and after it is ready.
  const room = shownAs(filename) === 'bundle' ? '' : 'min-h-below-player';
  return (
    <section aria-label={t('progress.label')} className="grid grid-cols-1 gap-5 noscript:hidden">
      <div aria-busy="true" className="grid grid-cols-1 gap-5">
        <PoolPlace
          pool={(className) => (
            <Pool
              className={className}
              label={t('progress.label')}
              value={percent === null ? null : merge.progress}
              text={text}
              still={offline || merge.isLost}
              screen={
                isOn(meanwhile) && meanwhile.media !== null ? (
                  <MeanwhilePlayer
                    media={meanwhile.media}
                    place={meanwhile.place}
                    begin={meanwhile.begin}
                    fail={meanwhile.fail}
                  />
                ) : null
              }
            >
              {!offline && <Figures merge={merge} />}
            </Pool>
          )}
        />
        {props.notice}
      </div>
      <div className={`-mt-2.5 mb-2.5 grid grid-cols-1 content-start gap-3 ${room}`}>
        <div aria-busy="true" className="grid grid-cols-1 gap-3">
          <MergeSteps {...merge} />
          <div className="flex items-start justify-between gap-x-6 gap-y-3 max-sm:flex-col">
            <Sentences merge={merge} offline={offline} meanwhile={meanwhile} />
            <div className="flex shrink-0 flex-wrap gap-2">
              <PlayButton meanwhile={meanwhile} />
              <Button variant="quiet" busy={cancelling} onClick={onCancel}>
                <X aria-hidden size={18} />
                {cancelling ? t('progress.cancelling') : common('cancel')}
              </Button>
              {onOthers !== null && (
                <Button variant="plain" tone="link" onClick={onOthers}>
                  {t('progress.others')}
                </Button>
              )}
            </div>
          </div>
        </div>
        {/* Beside the buttons, but not in a busy region, which screen readers do not announce. */}
        {props.problem}
      </div>
    </section>
  );
}
