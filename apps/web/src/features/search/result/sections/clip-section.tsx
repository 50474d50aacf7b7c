import { type ClipKind, type Format, relayPath, type VideoInfo } from '@dipper/contract';
import { startInLink } from '@dipper/media';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { LoaderCircle, Scissors } from 'lucide-react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { apiAddress } from '../../../../lib/api/api-address.js';
import { useSite } from '../../../../site/site.js';
import { useCreateTask } from '../../../../entities/task/use-create-task.js';
import { taskPath } from '../../../../entities/task/task-path.js';
import {
  type ClipAction,
  ClipButton,
  ClipMaker,
  useActionLabel,
} from '../../../../entities/media/clip/clip-maker.js';
import {
  askedRange,
  type ClipRange,
  isTooLongAs,
  possibleRange,
} from '../../../../entities/media/clip/clip-range.js';
import { Select } from '../../../../ui/form/select.js';
import { useFormatLabel } from '../formats/format-label.js';
import type { ClipRequest, WantedClip } from './clip-request.js';
import { offerOfFormat } from './offer-of-format.js';
import { AlertBox } from '../../../../ui/alert-box.js';
import { Button } from '../../../../ui/buttons/button.js';
import { useClipWords } from '../../form/times/clip-words.js';

interface ClipSectionProps {
  readonly info: VideoInfo;
  /** The link as pasted, which may contain a start time. */
  readonly link: string;
  /** The formats that can be clipped, best first; at least one. */
  readonly offers: readonly Format[];
  readonly recommended: Format;
  /** True while the duration may still arrive. */
  readonly asksDuration: boolean;
  /** Null if the visitor has not asked for a clip. */
  readonly request: ClipRequest | null;
  /** True if the visitor opened this section, false if it was open from the start. */
  readonly isMain: boolean;
}

/** Returns the time up to which clips are possible, in seconds; Infinity if unknown. */
function clipLimit({ duration }: VideoInfo, refused: WantedClip['refused']): number {
  return Math.min(duration ?? Infinity, refused?.seconds ?? Infinity);
}

/**
 * Returns the URL of the smallest video that plays through this deployment; null if there is none.
 */
function framesUrl(offers: readonly Format[]): string | null {
  const plain = offers.filter(({ kind, is_audio_only }) => kind === 'direct' && !is_audio_only);
  const size = ({ filesize }: Format) => filesize ?? Infinity;
  return [...plain].sort((a, b) => size(a) - size(b))[0]?.url ?? null;
}

const NOTHING_WANTED = { refused: null, clip: null, atOnce: false };

/** Lets the visitor choose a clip of the item, which the preview page then prepares. */
export function ClipSection(props: ClipSectionProps) {
  const { info, link, offers, recommended, request } = props;
  const { refused, clip, atOnce } = request ?? NOTHING_WANTED;
  const { t } = useTranslation('extras');
  const labelOf = useFormatLabel();
  const { api } = useSite().config;
  const { creating, make } = useCreateTask();
  const [chosen, setChosen] = useState<string | null>(null);
  const videos = offers.filter((format) => !format.is_audio_only);
  const sounds = offers.filter((format) => format.is_audio_only);
  const choices = videos.length > 0 ? videos : sounds;
  const offer =
    choices.find(({ offer_id }) => offer_id === chosen) ??
    choices.find((format) => format === recommended) ??
    choices[0];
  const frames = framesUrl(offers);
  if (offer === undefined) {
    return null;
  }
  const hasSound = sounds.length > 0 || offer.has_audio;
  const kinds: readonly ClipKind[] = offer.is_audio_only
    ? ['audio']
    : ['video', ...(hasSound ? (['audio'] as const) : []), 'gif', 'webp'];
  const onMake = ({ start, end }: ClipRange, as: ClipKind) => {
    // The audio stream alone is smaller.
    const source = as === 'audio' ? (sounds[0] ?? offer) : offer;
    const wish = { kind: 'clip', start, end, as } as const;
    make(
      'clip',
      { offerId: source.offer_id, wish },
      (task) => taskPath(offerOfFormat(info, source), wish, task),
      atOnce ? { saveWhenReady: true } : undefined,
    );
  };
  const renderAction = (action: ClipAction) => {
    const shown = {
      action,
      busy: creating.phase === 'busy',
      error: creating.phase === 'failed' ? creating.error : null,
    };
    if (request === null) {
      return <ClipButton {...shown} isMain={props.isMain} />;
    }
    const { actionPlace } = request;
    return actionPlace && createPortal(<MainClipAction {...shown} />, actionPlace);
  };
  const duration = clipLimit(info, refused);
  // Without the duration, the suggested range might extend past the end.
  if (props.asksDuration && !Number.isFinite(duration)) {
    const as = kinds.find((kind) => kind === clip?.as) ?? kinds[0] ?? 'video';
    return (
      <>
        <p role="status" className="min-h-96 px-3 text-muted sm:px-4">
          {t('clip.measuring')}
        </p>
        {/* The server cuts off an end beyond the item. */}
        {clip !== null &&
          !isTooLongAs(as, clip) &&
          renderAction({
            ...{ range: clip, kind: as, isTooLong: false },
            onMake: () => onMake(clip, as),
            onShorten: () => undefined,
          })}
      </>
    );
  }
  return (
    <ClipMaker
      duration={duration}
      initial={refused ? possibleRange(refused, duration) : clip && askedRange(clip, duration)}
      asked={refused === null ? clip : null}
      initialKind={clip?.as ?? null}
      kinds={kinds}
      fps={offer.fps}
      chapters={info.chapters}
      framesSrc={frames === null ? null : apiAddress(api, relayPath(frames))}
      start={startInLink(link)}
      player={null}
      onMake={onMake}
      renderAction={renderAction}
      startsAtOnce={atOnce}
    >
      {choices.length > 1 && (
        <label className="grid min-w-0 gap-1 text-sm font-semibold">
          {t('clip.from')}
          <Select
            value={offer.offer_id}
            options={choices.map((format) => ({ value: format.offer_id, label: labelOf(format) }))}
            onChoose={setChosen}
            className="w-full min-w-0 px-2 font-normal"
          />
        </label>
      )}
    </ClipMaker>
  );
}

interface MainClipActionProps {
  readonly action: ClipAction;
  readonly busy: boolean;
  /** Why the last request failed; null if it didn't. */
  readonly error: string | null;
}

/** The result's main button if the link came with times: it makes the clip, not the whole item. */
function MainClipAction({ action, busy, error }: MainClipActionProps) {
  const labelOf = useActionLabel();
  const wordsOf = useClipWords();
  const { range, kind, isTooLong, onMake, onShorten } = action;
  return (
    <>
      <Button
        variant="primary"
        busy={!isTooLong && busy}
        onClick={isTooLong ? onShorten : onMake}
        className="min-h-16 justify-start gap-3.5 rounded-xl px-[min(1rem,4vw)] text-lg tabular-nums sm:px-5"
      >
        {busy ? (
          <LoaderCircle aria-hidden size={24} className="shrink-0 animate-spin" />
        ) : (
          <Scissors aria-hidden size={24} className="shrink-0" />
        )}
        <span className="grid min-w-0 grid-cols-1 text-start">
          {labelOf(action)}{' '}
          <span className="text-sm font-medium">{wordsOf({ ...range, as: kind })}</span>
        </span>
      </Button>
      {error !== null && <AlertBox>{error}</AlertBox>}
    </>
  );
}
