import { type Chapter, type ClipKind, LIMITS } from '@dipper/contract';
import { clockTime, shortTime } from '@dipper/media';
import { Scissors } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { AlertBox } from '../../../ui/alert-box.js';
import { Button } from '../../../ui/buttons/button.js';
import { SELECT_CLASS } from '../../../ui/form/select.js';
import { ClipBar } from './clip-bar.js';
import { ClipFrames } from './clip-frames.js';
import { ClipKinds } from './clip-kinds.js';
import { clipNews } from './clip-news.js';
import {
  chapterRange,
  type ClipEdge,
  type ClipRange,
  draggedRange,
  firstRange,
  frameSeconds,
  insideOf,
  isTooLongAs,
  LOOPS,
  shortened,
  withEdge,
} from './clip-range.js';
import { TimeField } from './time-field.js';

/** What the clip maker's button currently does. */
export interface ClipAction {
  readonly range: ClipRange;
  readonly kind: ClipKind;
  /** True if the clip exceeds the limit of its file type, so that it has to be shortened first. */
  readonly isTooLong: boolean;
  readonly onMake: () => void;
  readonly onShorten: () => void;
}

interface ClipMakerProps {
  /** In seconds; Infinity if unknown. */
  readonly duration: number;
  /** Available file types, the default first. */
  readonly kinds: readonly ClipKind[];
  /** Frames per second of the video; null if unknown. */
  readonly fps: number | null;
  readonly chapters: readonly Chapter[];
  /** A video URL that this page may load; null without one. */
  readonly framesSrc: string | null;
  /** The link's start time, in seconds; null if it has none. */
  readonly start: number | null;
  /** The initial range, unless it is the default one. */
  readonly initial?: ClipRange | null;
  /** The requested range, if it differs from the initial one, which is then explained. */
  readonly asked?: ClipRange | null;
  /** The initial file type, unless it is the first one. Ignored if unavailable. */
  readonly initialKind?: ClipKind | null;
  /** The player beside the clip maker; null if there is none. */
  readonly player: { readonly time: number; readonly seek: (to: number) => void } | null;
  readonly onMake: (range: ClipRange, as: ClipKind) => void;
  /** Renders the button, below the choices or elsewhere. */
  readonly renderAction: (action: ClipAction) => ReactNode;
  /** True to make the initial clip without a press, unless it differs from the requested one. */
  readonly startsAtOnce?: boolean;
  /** Further choices below the others. */
  readonly children?: ReactNode;
}

interface ChapterSelectProps {
  readonly chapters: readonly Chapter[];
  readonly duration: number;
  readonly onRange: (range: ClipRange) => void;
}

function ChapterSelect({ chapters, duration, onRange }: ChapterSelectProps) {
  const { t } = useTranslation('extras');
  return (
    <label className="grid min-w-0 gap-1 text-sm font-semibold">
      {t('clip.chapter')}
      <select
        defaultValue=""
        onChange={({ target }) => {
          const range = chapterRange(chapters, Number(target.value), duration);
          if (range !== null) {
            onRange(range);
          }
        }}
        className={`${SELECT_CLASS} w-full min-w-0 px-2 font-normal`}
      >
        <option value="" disabled>
          {t('clip.noChapter')}
        </option>
        {chapters.map(({ title, start }, at) => (
          <option key={`${at} ${title}`} value={at}>
            {`${clockTime(Math.round(start))} ${title}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns the label of the clip maker's button. */
export function useActionLabel(): (action: ClipAction) => string {
  const { t } = useTranslation('extras');
  return ({ range: { start, end }, isTooLong }) =>
    isTooLong
      ? t('clip.shorten', { seconds: LIMITS.loopSeconds })
      : t('clip.make', { time: shortTime(end - start) });
}

interface ClipButtonProps {
  readonly action: ClipAction;
  readonly busy: boolean;
  /** Why the last request failed; null if it didn't. */
  readonly error: string | null;
  /** True if making the clip is the page's main action. */
  readonly isMain?: boolean;
}

/** The clip maker's button, below its choices. */
export function ClipButton({ action, busy, error, isMain = false }: ClipButtonProps) {
  const labelOf = useActionLabel();
  const { isTooLong, onMake, onShorten } = action;
  return (
    <>
      {error !== null && <AlertBox>{error}</AlertBox>}
      <Button
        variant={isMain ? 'primary' : 'quiet'}
        className="justify-self-start tabular-nums"
        busy={!isTooLong && busy}
        onClick={isTooLong ? onShorten : onMake}
      >
        {!isTooLong && <Scissors aria-hidden size={18} />}
        {labelOf(action)}
      </Button>
    </>
  );
}

/** Lets the visitor choose a clip's start, end and file type. */
export function ClipMaker(props: ClipMakerProps) {
  const { kinds, fps, chapters, framesSrc, player, onMake, renderAction } = props;
  const { t } = useTranslation('extras');
  const hintId = useId();
  // If the duration is unknown, it comes from the video that provides the frames.
  const [seen, setSeen] = useState(Infinity);
  const duration = Number.isFinite(props.duration) ? props.duration : seen;
  const [chosenRange, setRange] = useState(
    () => props.initial ?? firstRange(props.start, duration),
  );
  // The range as requested or typed, to show what had to change.
  const [wanted, setWanted] = useState(() => props.asked ?? chosenRange);
  // The duration may arrive after a range has been chosen.
  const range = insideOf(chosenRange, duration);
  const news = clipNews(wanted, range, duration);
  const setClip = (next: ClipRange, typed = next) => {
    setRange(next);
    setWanted(typed);
  };
  const [chosen, setKind] = useState(props.initialKind ?? null);
  const kind = kinds.find((one) => one === chosen) ?? kinds[0] ?? 'video';
  const frame = frameSeconds(fps);
  const length = shortTime(range.end - range.start);
  const isTooLong = isTooLongAs(kind, range);
  const isKnown = Number.isFinite(duration) && duration > 0;
  const set = (edge: ClipEdge, to: number) =>
    setClip(withEdge(range, edge, to, duration), { ...range, [edge]: to });
  const action: ClipAction = {
    ...{ range, kind, isTooLong },
    onMake: () => onMake(range, kind),
    onShorten: () => setClip(shortened(range, LIMITS.loopSeconds)),
  };
  const startByItself = useEffectEvent(() => {
    if (props.startsAtOnce === true && !isTooLong && news?.kind !== 'past') {
      action.onMake();
    }
  });
  useEffect(() => startByItself(), []);
  const drag = (edge: ClipEdge, to: number) => {
    const next = draggedRange(range, edge, to, duration);
    setClip(next);
    player?.seek(next[edge]);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {framesSrc !== null && kind !== 'audio' && (
        <ClipFrames
          src={framesSrc}
          range={range}
          frame={frame}
          onDuration={Number.isFinite(props.duration) ? undefined : setSeen}
        />
      )}
      {isKnown && (
        <>
          <ClipBar
            {...{ range, duration, frame }}
            time={player?.time ?? null}
            describedBy={hintId}
            onMove={drag}
          />
          <p id={hintId} className="-mt-3 text-sm text-muted pointer-coarse:sr-only">
            {t('clip.keys')}
          </p>
        </>
      )}
      <div className="grid grid-cols-2 gap-3">
        {(['start', 'end'] as const).map((edge) => (
          <div key={edge} className="grid min-w-0 content-start gap-2">
            <TimeField
              label={t(`clip.${edge}`)}
              value={range[edge]}
              frame={frame}
              onChange={(to) => set(edge, to)}
            />
            {player !== null && (
              <Button variant="plain" tone="link" onClick={() => set(edge, player.time)}>
                {t(`clip.${edge}Here`)}
              </Button>
            )}
          </div>
        ))}
      </div>
      <p role="status" className="-mt-2 text-sm font-medium text-accent tabular-nums empty:-mt-4">
        {news !== null &&
          t(`clip.changed.${news.kind}`, {
            time: shortTime(news.time),
            length: shortTime(duration),
          })}
      </p>
      {(chapters.length > 1 || Boolean(props.children)) && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {chapters.length > 1 && (
            <ChapterSelect {...{ chapters, duration }} onRange={(next) => setClip(next)} />
          )}
          {props.children}
        </div>
      )}
      {kinds.length > 1 && <ClipKinds {...{ kinds, kind }} onKind={setKind} />}
      {kinds.some((one) => LOOPS.includes(one)) && (
        <p role="status" className="text-sm text-muted empty:-mt-4">
          {isTooLong
            ? t('clip.tooLong', {
                time: length,
                type: t(`clip.kinds.${kind}`),
                seconds: LIMITS.loopSeconds,
              })
            : LOOPS.includes(kind) && t('clip.loops', { seconds: LIMITS.loopSeconds })}
        </p>
      )}
      {renderAction(action)}
    </div>
  );
}
