import { useTranslation } from '../../../i18n/use-translation.js';
import { useShownQuery } from '../address/shown-query.js';
import { shownAs } from '../file/shown-as.js';
import { useDamageWords } from '../file/damage/use-damage-words.js';
import { useIsFileGone } from '../frame/file-gone.js';
import type { Merge } from '../../../entities/task/follow/merge.reducer.js';
import { useProgressWords } from './progress-words.js';
import { useAnnouncement } from './use-announcement.js';

interface MergeStatusProps {
  readonly merge: Merge;
  readonly isAudio: boolean;
  readonly offline: boolean;
}

const NO_DAMAGE = { heading: '', text: '' };

/**
 * Announces a merge's progress, completion and damage to screen readers. It stays mounted after the
 * progress, since a live region inserted with its text is not announced, and outside the busy
 * section, which is not announced either. The panels of failed and cancelled merges and of expired
 * files announce themselves.
 */
export function MergeStatus({ merge, isAudio, offline }: MergeStatusProps) {
  const { t } = useTranslation('preview');
  const { text, place } = useProgressWords(merge);
  const progress = useAnnouncement(
    merge.progress,
    `${text} ${place}`.trimEnd(),
    merge.queuePosition,
  );
  const damageWords = useDamageWords(isAudio);
  const isGone = useIsFileGone();
  // Nothing is loaded into a player for a zip, a text or an image.
  const isPlayed = shownAs(useShownQuery().filename ?? null) === 'player';
  const complete = () => {
    const { heading, text } = merge.damage === null ? NO_DAMAGE : damageWords(merge.damage);
    return `${t(isPlayed ? 'messages.merge.complete' : 'stages.complete')} ${heading} ${text}`.trimEnd();
  };
  const announcement = {
    starting: progress,
    running: progress,
    complete: isGone ? '' : complete(),
    failed: '',
    cancelled: '',
  };
  return (
    <p className="sr-only" role="status">
      {offline ? t('progress.offline') : announcement[merge.phase]}
    </p>
  );
}
