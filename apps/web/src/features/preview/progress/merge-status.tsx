import { useTranslation } from '../../../i18n/use-translation.js';
import { useShownQuery } from '../address/shown-query.js';
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
import { useEffect, useRef, useState } from 'react';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { type Announced, QUIET_MS, shouldAnnounce } from './should-announce.js';

/**
 * Returns the text for a polite live region: `text` as of the last due announcement.
 * @param place position in line; a new one is announced after the minimum pause
 */
function useAnnouncement(progress: number, text: string, place: number | null = null): string {
  const last = useRef<(Announced & { readonly place: number | null }) | null>(null);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    const say = () => {
      last.current = { progress, atMs: steadyMs(), place };
      setAnnounced(text);
    };
    const before = last.current;
    if (before === null || shouldAnnounce(before, progress, steadyMs())) {
      say();
    } else if (before.place !== place) {
      // The position may not change for a long time, so no later update would trigger the
      // announcement.
      const timer = setTimeout(say, before.atMs + QUIET_MS - steadyMs());
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [progress, text, place]);

  return announced;
}

interface MergeStatusProps {
  readonly merge: Merge;
  readonly isAudio: boolean;
  readonly offline: boolean;
}

const NO_DAMAGE = { heading: '', text: '' };

/** Announces progress sparingly, because each announcement interrupts. */
function ProgressNews({ merge }: { readonly merge: MergeAtWork }) {
  const { text, place } = useProgressWords(merge);
  return useAnnouncement(merge.progress, `${text} ${place}`.trimEnd(), merge.queuePosition);
}

/**
 * Announces a merge's progress, completion and damage to screen readers. It stays mounted after the
 * progress, because a live region inserted together with its text is not announced. It is outside
 * the busy section for the same reason. The panels for failed, cancelled and expired files announce
 * themselves.
 */
export function MergeStatus({ merge, isAudio, offline }: MergeStatusProps) {
  const { t } = useTranslation('preview');
  const damageWords = useDamageWords(isAudio);
  const isGone = useIsFileGone();
  const isPlayed = shownAs(useShownQuery().filename ?? null) === 'player';
  // The specified message mentions a video, so everything else gets a general one.
  const isVideo = isPlayed && !isAudio;
  const complete = () => {
    const { heading, text } = merge.damage === null ? NO_DAMAGE : damageWords(merge.damage);
    return `${t(isVideo ? 'messages.merge.complete' : 'stages.complete')} ${heading} ${text}`.trimEnd();
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
 * Announces that an item cannot be played while its file is being made. A live region of its own,
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
