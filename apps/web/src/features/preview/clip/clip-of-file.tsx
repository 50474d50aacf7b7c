import type { ClipKind } from '@dipper/contract';
import { useWish } from '../../../lib/wishes/use-wish.js';
import { wishPath } from '../../../lib/wishes/wish-path.js';
import { ClipMaker } from '../../../ui/clip/clip-maker.js';
import type { ClipRange } from '../../../ui/clip/clip-range.js';
import { useShownQuery } from '../address/shown-query.js';
import type { ClipFoldProps } from './clip-fold.js';

const OF_VIDEO = ['video', 'audio', 'gif', 'webp'] as const satisfies readonly ClipKind[];
const OF_AUDIO = ['audio'] as const satisfies readonly ClipKind[];

/** Makes a clip of the playing file, starting from the player's position. */
export function ClipOfFile(props: ClipFoldProps) {
  const { taskId, isAudio, src, time, duration, chapters, onSeek } = props;
  const query = useShownQuery();
  const { busy, error, make } = useWish();
  const isKnown = Number.isFinite(duration);
  const offer = {
    // The URL of a single-source task names no formats.
    video_format_id: query.video_format_id ?? taskId,
    audio_format_id: query.audio_format_id ?? query.video_format_id ?? taskId,
    title: query.title ?? null,
    source_url: query.source_url ?? null,
    thumbnail_url: query.thumbnail_url ?? null,
    resolution: query.resolution ?? null,
  };
  const onMake = ({ start, end }: ClipRange, as: ClipKind) => {
    const wish = { kind: 'clip', start, end, as } as const;
    make('clip', { offerId: taskId, wish }, (task) => wishPath(offer, wish, task));
  };
  return (
    <ClipMaker
      // No range can be proposed before the duration is known.
      key={String(isKnown)}
      duration={isKnown ? duration : Infinity}
      kinds={isAudio ? OF_AUDIO : OF_VIDEO}
      fps={null}
      chapters={chapters}
      framesSrc={isAudio ? null : src}
      start={time > 0 ? time : null}
      player={{ time, seek: onSeek }}
      busy={busy !== null}
      error={error}
      onMake={onMake}
    />
  );
}
