import { clockTime } from '@dipper/media';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { pointedShare } from '../../../lib/browser/slider.js';
import { type ClipEdge, type ClipRange, keyedEdge, nearerEdge } from './clip-range.js';

interface ClipBarProps {
  readonly range: ClipRange;
  /** In seconds; always finite. */
  readonly duration: number;
  /** The player's position, in seconds; null if there is no player. */
  readonly time: number | null;
  /** Duration of one frame, in seconds. */
  readonly frame: number;
  readonly describedBy: string;
  readonly onMove: (edge: ClipEdge, to: number) => void;
}

const EDGES = ['start', 'end'] as const;
/** The handles are outside the clip, so that they never overlap, however short the clip is. */
const HANDLES = {
  start: '-ms-4 start-[calc(var(--from,0)*100%)] rounded-s-md',
  end: 'start-[calc(var(--to,1)*100%)] rounded-e-md',
} as const;

/** A bar for the whole duration, with two handles around the clip. */
export function ClipBar({ range, duration, time, frame, describedBy, onMove }: ClipBarProps) {
  const { t } = useTranslation('extras');
  const bar = useRef<HTMLDivElement>(null);
  const handles = { start: useRef<HTMLDivElement>(null), end: useRef<HTMLDivElement>(null) };
  /** The handle being dragged, and how far its time is from the time at the pointer. */
  const held = useRef<{ readonly edge: ClipEdge; readonly offset: number } | null>(null);
  const { start, end } = range;
  useEffect(() => {
    // Set by script, which the content security policy allows.
    const { style } = bar.current ?? {};
    style?.setProperty('--from', String(start / duration));
    style?.setProperty('--to', String(end / duration));
    style?.setProperty('--now', String(Math.min(1, (time ?? 0) / duration)));
  }, [start, end, time, duration]);

  const timeAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) =>
    pointedShare(clientX, currentTarget.getBoundingClientRect()) * duration;
  const drop = () => {
    held.current = null;
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button === 0) {
      event.currentTarget.setPointerCapture(event.pointerId);
      const to = timeAt(event);
      const touched = EDGES.find((edge) => handles[edge].current === event.target);
      const edge = touched ?? nearerEdge(range, to);
      held.current = { edge, offset: touched === undefined ? 0 : range[edge] - to };
      // Focus the handle for the keyboard, without starting a text selection.
      event.preventDefault();
      handles[edge].current?.focus();
      if (touched === undefined) {
        onMove(edge, to);
      }
    }
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (held.current !== null) {
      onMove(held.current.edge, timeAt(event) + held.current.offset);
    }
  };
  const onKeyDown = (edge: ClipEdge) => (event: KeyboardEvent) => {
    const isOther = event.ctrlKey || event.metaKey || event.altKey;
    const to = isOther ? null : keyedEdge(event, range[edge], { frame, duration });
    if (to !== null) {
      event.preventDefault();
      onMove(edge, to);
    }
  };
  return (
    <div
      ref={bar}
      // Time runs left to right in every script, as in players.
      dir="ltr"
      className="relative mx-4 h-11 cursor-pointer touch-pan-y select-none"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <i className="absolute inset-x-0 top-[calc(50%-3px)] h-1.5 rounded-full bg-line forced-colors:bg-[GrayText]" />
      <i className="absolute start-[calc(var(--from,0)*100%)] end-[calc((1-var(--to,1))*100%)] top-[calc(50%-3px)] h-1.5 bg-primary forced-colors:bg-[Highlight]" />
      {time !== null && (
        <i className="absolute start-[calc(var(--now,0)*100%-1px)] top-2.5 h-6 w-0.5 bg-accent forced-colors:bg-[CanvasText]" />
      )}
      {EDGES.map((edge) => (
        <div
          key={edge}
          ref={handles[edge]}
          role="slider"
          tabIndex={0}
          aria-label={t(`clip.${edge}`)}
          aria-valuemin={0}
          aria-valuemax={Math.round(duration)}
          aria-valuenow={Math.round(range[edge])}
          aria-valuetext={clockTime(range[edge])}
          aria-describedby={describedBy}
          onKeyDown={onKeyDown(edge)}
          className={`absolute top-1.5 h-8 w-4 border-2 border-surface bg-primary shadow-sm forced-colors:bg-[Highlight] ${HANDLES[edge]}`}
        />
      ))}
    </div>
  );
}
