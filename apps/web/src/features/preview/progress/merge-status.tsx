import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useMedia } from '../address/shown-media.js';
import { shownAs } from '../file/shown-as.js';
import { useDamageWords } from '../file/damage/use-damage-words.js';
import { useIsFileGone } from '../layout/file-gone.js';
import { useMeanwhileWords } from '../play-while-made/use-meanwhile-words.js';
import type { Meanwhile } from '../play-while-made/use-meanwhile.js';
import {
  isAtWork,
  type Merge,
  type MergeAtWork,
} from '../../../entities/task/follow/merge.reducer.js';
import { useProgressWords } from './progress-words.js';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { type Announced, announceInMs, type News } from './should-announce.js';

/** Returns the text for a polite live region: `text` as of the last due announcement. */
function useAnnouncement(text: string, { progress, stage, place }: News): string {
  const last = useRef<Announced | null>(null);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    const news = { progress, stage, place };
    const say = () => {
      last.current = { ...news, atMs: steadyMs() };
      setAnnounced(text);
    };
    const inMs = announceInMs(last.current, news, steadyMs());
    if (inMs === 0) {
      say();
    } else if (inMs !== null) {
      const timer = setTimeout(say, inMs);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [text, progress, stage, place]);

  return announced;
}

interface MergeStatusProps {
  readonly merge: Merge;
  readonly offline: boolean;
}

const NO_DAMAGE = { heading: '', text: '' };

/** Announces progress sparingly, because each announcement interrupts. */
function ProgressNews({ merge }: { readonly merge: MergeAtWork }) {
  const { text, place } = useProgressWords(merge);
  return useAnnouncement(`${text} ${place}`.trimEnd(), {
    progress: merge.progress,
    stage: merge.stage,
    place: merge.queuePosition,
  });
}

/**
 * Announces a merge's progress, completion and damage to screen readers. It stays mounted after the
 * progress, because a live region inserted together with its text is not announced. It is outside
 * the busy section for the same reason. The panels for failed, cancelled and expired files announce
 * themselves.
 */
export function MergeStatus({ merge, offline }: MergeStatusProps) {
  const { t } = useTranslation('preview');
  const { filename, isAudio } = useMedia();
  const damageWords = useDamageWords();
  const isGone = useIsFileGone();
  const isPlayed = shownAs(filename) === 'player';
  // The specified message mentions a video, so everything else gets a general one.
  const isVideo = isPlayed && !isAudio;
  const complete = () => {
    const { heading, text } = merge.damage === null ? NO_DAMAGE : damageWords(merge.damage);
    const loading = isVideo ? t('messages.merge.complete') : '';
    return `${loading} ${t('stages.complete')} ${heading} ${text}`.trim();
  };
  const isLost = !offline && isAtWork(merge) && merge.isLost;
  return (
    <p className="sr-only" role="status">
      {offline && t('progress.offline')}
      {isLost && t('progress.lost')}
      {!offline && isAtWork(merge) && !merge.isLost && <ProgressNews merge={merge} />}
      {!offline && merge.phase === 'complete' && !isGone && complete()}
    </p>
  );
}

/**
 * Announces that an item cannot be played while its file is being made. A separate live region,
 * because the one for progress is read as a whole on every change.
 */
export function MeanwhileStatus({ meanwhile }: { readonly meanwhile: Meanwhile }) {
  const { sentence } = useMeanwhileWords(meanwhile);
  return (
    <p className="sr-only" role="status">
      {meanwhile.state === 'failed' && sentence}
    </p>
  );
}
