import { displayDuration } from '@dipper/media';
import { Pause, Play, RotateCcw, RotateCw, Volume2, VolumeX } from 'lucide-react';
import type { RefObject } from 'react';
import { useNumbers } from '../../../../i18n/format/use-numbers.js';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { Button } from '../../../../ui/buttons/button.js';
import { Select } from '../../../../ui/form/select.js';
import { seekTo, setSpeed, togglePlay } from './player-controls.js';
import { SPEEDS } from './player-settings.js';
import { STEP } from './seek.js';
import { SeekBar } from './seek-bar.js';
import type { Playback } from './use-playback.js';

interface AudioControlsProps {
  readonly media: RefObject<HTMLMediaElement | null>;
  readonly playback: Playback;
  readonly peaks: readonly number[];
  /** True for a stream. If its duration is infinite, it is live. */
  readonly isStream: boolean;
  /** True if playback resumes where the visitor stopped. */
  readonly goesOn: boolean;
}

type Act = (act: (media: HTMLMediaElement) => void) => () => void;

/** Skips by the number of seconds shown inside the arrow. */
function Jump({ by, act }: { readonly by: number; readonly act: Act }) {
  const { t } = useTranslation('preview');
  const Arrow = by < 0 ? RotateCcw : RotateCw;
  return (
    <Button
      variant="plain"
      size="icon"
      className="relative size-12"
      aria-label={t(by < 0 ? 'player.back' : 'player.ahead', { count: Math.abs(by) })}
      onClick={act((media) => seekTo(media, media.currentTime + by))}
    >
      <Arrow aria-hidden size={34} strokeWidth={1.5} />
      <span
        aria-hidden
        className="absolute inset-0 grid place-items-center pt-0.5 text-[0.625rem] font-bold"
      >
        {Math.abs(by)}
      </span>
    </Button>
  );
}

function PlayButton({ playback, act }: { readonly playback: Playback; readonly act: Act }) {
  const { t } = useTranslation('preview');
  const { paused, waiting } = playback;
  const Icon = paused ? Play : Pause;
  return (
    <Button
      variant="primary"
      className="size-16 rounded-full!"
      aria-label={t(paused ? 'player.play' : 'player.pause')}
      aria-keyshortcuts="K"
      onClick={act(togglePlay)}
    >
      {waiting ? (
        <span
          aria-hidden
          className="size-6 animate-spin rounded-full border-3 border-current border-t-transparent"
        />
      ) : (
        <Icon aria-hidden size={26} fill="currentColor" />
      )}
    </Button>
  );
}

function SpeedSelect({ speed, act }: { readonly speed: number; readonly act: Act }) {
  const { t } = useTranslation('preview');
  const number = useNumbers();
  const offered = SPEEDS.some((known) => known === speed) ? SPEEDS : [...SPEEDS, speed];
  return (
    <Select
      aria-label={t('player.speed')}
      value={speed}
      options={[...offered]
        .sort((one, other) => one - other)
        .map((known) => ({
          value: known,
          label: t('player.speedValue', { speed: number(known) }),
        }))}
      onChoose={(chosen) => act((media) => setSpeed(media, chosen))()}
      className="px-2 text-sm font-semibold tabular-nums"
    />
  );
}

/** Hidden on phones, which have volume keys and ignore a volume set by a page. */
function VolumeControl({ playback, act }: { readonly playback: Playback; readonly act: Act }) {
  const { t } = useTranslation('preview');
  const { volume, muted } = playback;
  const isSilent = muted || volume === 0;
  const Icon = isSilent ? VolumeX : Volume2;
  const change = (next: number) =>
    act((media) => {
      media.volume = next;
      media.muted = false;
    })();
  return (
    <div className="flex items-center max-sm:hidden pointer-coarse:hidden">
      <Button
        variant="plain"
        size="icon"
        aria-label={t(isSilent ? 'player.unmute' : 'player.mute')}
        onClick={isSilent && !muted ? () => change(1) : act((media) => (media.muted = !muted))}
      >
        <Icon aria-hidden size={20} />
      </Button>
      <input
        type="range"
        aria-label={t('player.volume')}
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        onChange={({ target }) => change(Number(target.value))}
        className="h-11 w-20 cursor-pointer accent-primary"
      />
    </div>
  );
}

/** Controls for audio, for which the native ones are hidden. */
export function AudioControls(props: AudioControlsProps) {
  const { media, playback, peaks, isStream, goesOn } = props;
  const { t } = useTranslation('preview');
  const { time, duration } = playback;
  const act: Act = (run) => () => {
    if (media.current !== null) {
      run(media.current);
    }
  };
  const at = Math.floor(time);
  const seek = (to: number) => act((element) => seekTo(element, to))();
  return (
    <>
      <SeekBar time={time} duration={duration} peaks={peaks} onSeek={seek} />
      <div dir="ltr" className="flex min-h-11 items-center justify-between text-sm tabular-nums">
        <span>{displayDuration(at)}</span>
        {goesOn && at > 0 && (
          <Button variant="plain" tone="link" className="text-sm" onClick={() => seek(0)}>
            {t('player.startOver')}
          </Button>
        )}
        <span className="text-muted">
          {isStream && duration === Infinity && t('player.live')}
          {Number.isFinite(duration) && `−${displayDuration(Math.round(duration) - at)}`}
        </span>
      </div>
      <div dir="ltr" className="flex min-h-16 flex-wrap items-center justify-center gap-x-2">
        <Jump by={-STEP.back} act={act} />
        <PlayButton playback={playback} act={act} />
        <Jump by={STEP.ahead} act={act} />
        <SpeedSelect speed={playback.speed} act={act} />
        <VolumeControl playback={playback} act={act} />
      </div>
    </>
  );
}
