import { Pause, Play, Square } from 'lucide-react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { Button } from '../../../../ui/buttons/button.js';
import type { ListRun } from './list-run.js';
import { type Run, runCounts } from './run.reducer.js';
import { savesByItself } from '../../../../lib/browser/saves-by-itself.js';

/** Marks what the save bar focuses when the focused button disappears. */
const NEXT = { 'data-next': true } as const;

interface RunBarProps {
  readonly run: ListRun;
  readonly current: Run;
}

/** A run's progress, with pause and stop buttons. */
export function RunBar({ run, current }: RunBarProps) {
  const { t } = useTranslation('list');
  const { all, done, failed } = runCounts(current);
  const { phase } = current;
  const words = { idle: 'run.ended', running: 'run.running', paused: 'run.paused' } as const;
  if (all === 0) {
    return null;
  }
  const isMaking = [...current.standings.values()].some(({ state }) => state === 'making');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p
        role="status"
        tabIndex={-1}
        {...(phase === 'idle' && NEXT)}
        className="grow font-semibold tabular-nums max-sm:basis-full"
      >
        {phase === 'paused' && isMaking
          ? t('run.pausing')
          : t(words[phase], { done, number: Math.min(done + 1, all), count: all })}
        {failed > 0 && <span className="text-danger"> {t('run.missing', { count: failed })}</span>}
      </p>
      {phase !== 'idle' && (
        <>
          {phase === 'running' ? (
            <Button variant="quiet" {...NEXT} onClick={() => run.pause()}>
              <Pause aria-hidden size={18} />
              {t('run.pause')}
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => run.resume()}>
              <Play aria-hidden size={18} />
              {t('run.resume')}
            </Button>
          )}
          <Button variant="quiet" onClick={() => run.stop()}>
            <Square aria-hidden size={18} />
            {t('run.stop')}
          </Button>
        </>
      )}
      {all > 1 && phase !== 'idle' && (
        <p className="basis-full text-sm text-muted">
          {savesByItself() ? `${t('run.allow')} ${t('run.stay')}` : t('run.byHand')}
        </p>
      )}
    </div>
  );
}
