import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../../i18n/use-translation.js';
import { usePictureAddress } from '../../../entities/media/picture-grants.js';
import { lazyComponent } from '../../../lib/react/lazy-component.js';
import { LazySection } from '../../../ui/loading/lazy-section.js';
import { useMedia } from '../address/shown-media.js';
import { ClipFold } from '../clip/clip-fold.js';
import type { ClipSource } from '../clip/clip-of-file.js';
import { useGoOn } from '../play-while-made/go-on.js';
import { AudioCard } from './audio-card.js';
import { AudioControls } from './controls/audio-controls.js';
import { ChapterList } from './controls/chapter-list.js';
import type { HlsFailure } from './native-hls.js';
import { seekTo, usePlayerKeys, usePlayerSettings } from './controls/player-controls.js';
import { useHls } from './use-hls.js';
import { useListened } from './listened.js';
import { useMediaSession } from './use-media-session.js';
import { usePageFacts } from './use-page-facts.js';
import { useReconnect } from './use-reconnect.js';
import { usePlayback } from './controls/use-playback.js';
import { useWaveform } from './controls/use-waveform.js';

/** The media that a player plays, and what is shown with it. */
export interface PlayedMedia {
  /** Null until there is a URL. */
  readonly src: string | null;
  /** The URL for browsers without scripts, available without a delay. */
  readonly withoutScript?: string;
  readonly hls: boolean;
  /** Shown over the player until it is ready. Announced elsewhere. */
  readonly waiting?: string;
  /** Overlay of exactly the player's size. */
  readonly over?: ReactNode;
  /**
   * The element that receives the chapters, which follow the file's actions both visually and in
   * the tab order.
   */
  readonly chaptersIn: HTMLElement | null;
  /** Omitted if no clip can be made. */
  readonly clip?: ClipSource | null;
}

interface PlayingMediaProps extends PlayedMedia {
  readonly onLoadStart: () => void;
  readonly onFail: (cause?: HlsFailure) => void;
}

const captionChoice = lazyComponent(async () => (await import('../captions/captions.js')).Captions);

type MediaRef = RefObject<(HTMLVideoElement & HTMLAudioElement) | null>;

/** Connects the media element to its settings, stored position, keys and lock screen. */
function usePlayer(media: MediaRef, props: PlayingMediaProps) {
  const { src, hls, onFail } = props;
  const { isAudio, title, thumbnailUrl, sourceUrl } = useMedia();
  const poster = usePictureAddress(thumbnailUrl);
  const playback = usePlayback(media);
  const facts = usePageFacts(playback.duration);
  const player = useRef<HTMLDivElement>(null);
  useHls(media, hls ? src : null, onFail);
  const onError = useReconnect(media, hls ? null : src, onFail);
  usePlayerSettings(media);
  usePlayerKeys(media, player);
  useMediaSession(media, {
    title,
    artist: facts.by,
    artwork: poster,
  });
  // Must come before `useListened`, because the position it restores is older.
  useGoOn(media, src);
  const goesOn = useListened(media, isAudio ? sourceUrl : null);
  return { player, playback, facts, poster, goesOn, onError };
}

/** The media element and everything around it. It never starts playing on its own. */
export function PlayingMedia(props: PlayingMediaProps) {
  const { src, withoutScript, hls } = props;
  const { isAudio, title, thumbnailUrl } = useMedia();
  const { waiting, over, chaptersIn, clip, onLoadStart, onFail } = props;
  const Plain = isAudio ? 'audio' : 'video';
  const { t } = useTranslation('preview');
  const media: MediaRef = useRef(null);
  const [readySrc, setReadySrc] = useState<string | null>(null);
  const { player, playback, facts, poster, goesOn, onError } = usePlayer(media, props);
  const { by, chapters, captions } = facts;
  const seek = (to: number) => media.current !== null && seekTo(media.current, to);
  const isReady = src !== null && readySrc === src;
  // For direct media, only the URL is known, so a "video" may turn out to be audio.
  const hasPicture = waiting !== undefined;
  const peaks = useWaveform(isAudio ? src : null, isReady);
  const element = {
    ref: media,
    preload: 'metadata',
    ...(src !== null && !hls && { src }),
    onLoadStart,
    onLoadedMetadata: () => setReadySrc(src),
    // hls.js reports its own errors in more detail.
    onError: hls ? undefined : onError,
  } as const;
  return (
    <>
      <div
        ref={player}
        className="relative grid grid-cols-1 items-start *:col-start-1 *:row-start-1 noscript:hidden"
      >
        {isAudio ? (
          <AudioCard pictureUrl={thumbnailUrl} by={by}>
            <audio {...element} aria-label={t('player.audio', { title })} />
            <AudioControls
              media={media}
              playback={playback}
              peaks={peaks}
              isStream={hls}
              goesOn={goesOn}
            />
          </AudioCard>
        ) : (
          <video
            {...element}
            onLoadedMetadata={({ currentTarget }) => {
              // If Chromium cannot decode the video, it plays only the audio and reports no error.
              if (hasPicture && currentTarget.videoWidth === 0) {
                onFail('unsupported');
              }
              setReadySrc(src);
            }}
            controls
            playsInline
            aria-label={t('player.video', { title })}
            poster={poster ?? undefined}
            className="player-video player-place"
          />
        )}
        {waiting !== undefined && !isReady && (
          // Part of the layout, so that large text makes the player's area higher instead of
          // overflowing.
          <p
            aria-hidden
            className="pointer-events-none relative m-3 rounded-lg bg-surface p-2 text-center font-semibold"
          >
            {waiting}
          </p>
        )}
        {over}
      </div>
      {withoutScript !== undefined && (
        <noscript>
          <Plain
            controls
            preload="none"
            src={withoutScript}
            className={isAudio ? 'w-full' : 'player-video player-place'}
          />
        </noscript>
      )}
      {!isAudio && captions !== null && (
        <LazySection id={`captions ${captions.offerId}`} place="min-h-11">
          <captionChoice.Component {...{ media, ...captions }} />
        </LazySection>
      )}
      {clip?.rowsIn &&
        createPortal(
          <ClipFold
            {...clip}
            time={playback.time}
            duration={playback.duration}
            chapters={chapters}
            onSeek={seek}
          />,
          clip.rowsIn,
        )}
      {chaptersIn !== null &&
        chapters.length > 0 &&
        createPortal(
          <ChapterList chapters={chapters} time={playback.time} onSeek={seek} />,
          chaptersIn,
        )}
    </>
  );
}
