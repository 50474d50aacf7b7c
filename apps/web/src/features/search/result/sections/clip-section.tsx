import { type ClipKind, type Format, relayPath, type VideoInfo } from '@dipper/contract';
import { type AskedClip, startInLink } from '@dipper/media';
import { useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { apiAddress } from '../../../../lib/api/api-address.js';
import { useSite } from '../../../../site/site.js';
import { useCreateTask } from '../../../../entities/task/use-create-task.js';
import { taskPath } from '../../../../entities/task/task-path.js';
import { ClipMaker } from '../../../../entities/media/clip/clip-maker.js';
import {
  askedRange,
  type ClipRange,
  possibleRange,
} from '../../../../entities/media/clip/clip-range.js';
import type { RefusedClip } from '../../../../entities/media/handover/handover.js';
import { useFormatLabel } from '../formats/format-label.js';
import { offerOfFormat } from './offer-of-format.js';

interface ClipSectionProps {
  readonly info: VideoInfo;
  /** The link as pasted, which may contain a start time. */
  readonly link: string;
  /** The formats that can be clipped, best first; at least one. */
  readonly offers: readonly Format[];
  readonly recommended: Format;
  /** True while the duration may still arrive. */
  readonly asksDuration: boolean;
  /** The clip that was just refused, if the visitor returned to choose other times. */
  readonly refused: RefusedClip | null;
  /** The clip requested together with the link. */
  readonly clip: AskedClip | null;
}

/** Returns the time up to which clips are possible, in seconds; Infinity if unknown. */
function clipLimit({ duration }: VideoInfo, refused: RefusedClip | null): number {
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

/** Lets the visitor choose a clip of the item, which the preview page then prepares. */
export function ClipSection(props: ClipSectionProps) {
  const { info, link, offers, recommended, refused, clip } = props;
  const { t } = useTranslation('extras');
  const labelOf = useFormatLabel();
  const { api } = useSite().config;
  const { busy, error, make } = useCreateTask();
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
    make('clip', { offerId: source.offer_id, wish }, (task) =>
      taskPath(offerOfFormat(info, source), wish, task),
    );
  };
  const duration = clipLimit(info, refused);
  // Without the duration, the suggested range might extend past the end.
  if (props.asksDuration && !Number.isFinite(duration)) {
    return (
      <p role="status" className="min-h-96 px-3 text-muted sm:px-4">
        {t('clip.measuring')}
      </p>
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
      busy={busy !== null}
      error={error}
      onMake={onMake}
    >
      {choices.length > 1 && (
        <label className="grid min-w-0 gap-1 text-sm font-semibold">
          {t('clip.from')}
          <select
            value={offer.offer_id}
            onChange={({ target }) => setChosen(target.value)}
            className="min-h-11 w-full min-w-0 cursor-pointer rounded-control border border-edge bg-surface px-2 font-normal"
          >
            {choices.map((format) => (
              <option key={format.offer_id} value={format.offer_id}>
                {labelOf(format)}
              </option>
            ))}
          </select>
        </label>
      )}
    </ClipMaker>
  );
}
