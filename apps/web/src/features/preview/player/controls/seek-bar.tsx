import { displayDuration } from '@dipper/media';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { keyedTime, playedShare } from './seek.js';
import { pointedShare } from '../../../../lib/browser/slider.js';
import { waveBars, wavePath } from './waveform-path.js';

interface SeekBarProps {
  /** In seconds. */
  readonly time: number;
  readonly duration: number;
  /** The peaks of the waveform, 0-255; [] for a plain bar. */
  readonly peaks: readonly number[];
  readonly onSeek: (time: number) => void;
}

/** Size of the drawing in CSS pixels. */
const HEIGHT = 64;
const BAR_STEP = 4;

/** Returns an element's width in whole CSS pixels; 0 until it is measured. */
function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) {
      return;
    }
    const observer = new ResizeObserver(() => setWidth(Math.floor(watched.clientWidth)));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Tracks a drag along the bar. Seeks only on release, to avoid needless requests to the source. */
function useScrub({ duration, onSeek }: Pick<SeekBarProps, 'duration' | 'onSeek'>) {
  const [share, setShare] = useState<number | null>(null);
  const at = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) =>
    pointedShare(clientX, currentTarget.getBoundingClientRect());
  const drop = () => setShare(null);
  return {
    time: share === null ? null : share * duration,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button === 0 && Number.isFinite(duration)) {
          event.currentTarget.setPointerCapture(event.pointerId);
          setShare(at(event));
        }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => share !== null && setShare(at(event)),
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (share !== null) {
          onSeek(at(event) * duration);
          drop();
        }
      },
      // The touch has turned into a scroll.
      onPointerCancel: drop,
      onLostPointerCapture: drop,
    },
  };
}

/** Shows the position on a waveform or a plain bar, and lets the visitor seek. */
export function SeekBar({ time, duration, peaks, onSeek }: SeekBarProps) {
  const { t } = useTranslation('preview');
  const bar = useRef<HTMLDivElement>(null);
  const width = useWidth(bar);
  const scrub = useScrub({ duration, onSeek });
  const shown = scrub.time ?? time;
  const share = playedShare(shown, duration);
  useEffect(() => bar.current?.style.setProperty('--played', String(share)), [share]);
  const path = useMemo(() => {
    const bars = waveBars(peaks, Math.floor(width / BAR_STEP));
    return bars.length === 0 ? null : wavePath(bars, width, HEIGHT);
  }, [peaks, width]);
  const onKeyDown = (event: KeyboardEvent) => {
    const withOthers = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const to = withOthers ? null : keyedTime(event.key, time, duration);
    if (to !== null) {
      event.preventDefault();
      onSeek(to);
    }
  };
  const isKnown = Number.isFinite(duration);
  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={0}
      aria-label={t('player.seek')}
      aria-valuemin={0}
      aria-valuemax={isKnown ? Math.floor(duration) : 0}
      aria-valuenow={Math.floor(shown)}
      aria-valuetext={t('player.seekText', {
        time: displayDuration(Math.floor(shown)),
        duration: isKnown ? displayDuration(duration) : '0:00',
      })}
      aria-disabled={!isKnown || undefined}
      // Time runs from left to right in every script, as in native players.
      dir="ltr"
      className="seek-bar"
      onKeyDown={onKeyDown}
      {...scrub.handlers}
    >
      {[false, true].map((played) => (
        <div key={String(played)} className={played ? 'seek-played' : 'seek-whole'}>
          {path === null ? (
            <i className="seek-rail" />
          ) : (
            <svg aria-hidden viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none">
              <path d={path} />
            </svg>
          )}
        </div>
      ))}
      <i className="seek-head" />
    </div>
  );
}
