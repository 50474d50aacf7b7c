import type { Format, VideoInfo } from '@dipper/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useCountdown } from '../../../lib/react/use-countdown.js';
import { Button, buttonClass } from '../../../ui/buttons/button.js';
import { useFormatLabel } from './formats/format-label.js';
import { FormatLink } from './formats/format-link.js';
import { downloadLink } from './preview-link.js';

/** In seconds. */
const SECONDS = 5;

/**
 * Stops on Escape and on any click or input elsewhere on the page, because the visitor is then
 * busy.
 */
function useInterruption(notice: RefObject<HTMLElement | null>, stop: () => void): void {
  useEffect(() => {
    const watched = new AbortController();
    const options = { signal: watched.signal, capture: true };
    const elsewhere = ({ target }: Event) => {
      if (notice.current?.contains(target as Node) !== true) {
        stop();
      }
    };
    document.addEventListener('click', elsewhere, options);
    document.addEventListener('input', elsewhere, options);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), options);
    return () => watched.abort();
  }, [notice, stop]);
}

interface AutoStartProps {
  readonly info: VideoInfo;
  /** The recommended format. */
  readonly format: Format;
  /** True to start without a countdown and to save the file once it is ready (`savesAtOnce`). */
  readonly atOnce?: boolean;
}

/**
 * The automatic download, which follows the link of the recommended format once. If the account
 * enabled it, a countdown announces it. If this device's setting did, the download starts
 * immediately, because the next page links back to the other formats. The countdown never shifts
 * the layout.
 */
export function AutoStart({ info, format, atOnce = false }: AutoStartProps) {
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation();
  const label = useFormatLabel()(format);
  const notice = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const [wait] = useState({ seconds: atOnce ? 0 : SECONDS });
  const left = useCountdown(wait);
  const [stopped, setStopped] = useState(false);
  const [stop] = useState(() => () => setStopped(true));
  useInterruption(notice, stop);
  useEffect(() => {
    if (left === 0 && !stopped) {
      // A scripted click is handled exactly like the visitor's own.
      link.current?.click();
    }
  }, [left, stopped]);

  // Without a countdown, the page is gone before anybody could press Escape.
  const isHeard = !atOnce && left < SECONDS;
  const heard = stopped ? t('auto.stopped') : isHeard ? t('auto.heard', { label }) : '';
  return (
    <div
      ref={notice}
      className="flex min-h-22 flex-wrap items-center justify-between gap-x-4 rounded-xl bg-sunk px-4 py-1.5 sm:min-h-14"
    >
      {/* Announced once rather than every second. */}
      <p role="status" className="sr-only">
        {heard}
      </p>
      <p aria-hidden className="min-w-0">
        {stopped
          ? t('auto.stopped')
          : t(left === 0 ? 'auto.startingNow' : 'auto.starting', { label, count: left })}
      </p>
      {!stopped && (
        <span className="-ms-3 flex flex-wrap gap-1 sm:-me-3">
          <FormatLink
            ref={link}
            to={downloadLink(info, format)}
            state={atOnce ? { saveWhenReady: true } : undefined}
            className={buttonClass({ variant: 'plain', tone: 'link' })}
          >
            {t('auto.now')}
          </FormatLink>
          <Button variant="plain" tone="text" onClick={stop}>
            {common('cancel')}
          </Button>
        </span>
      )}
    </div>
  );
}
