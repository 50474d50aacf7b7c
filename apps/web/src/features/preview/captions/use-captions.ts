import { createTask, fileOfTask } from '@dipper/client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type NamedSubtitles, subtitlesId } from '../../../entities/media/ordered-subtitles.js';
import { API, type Subtitles } from '@dipper/contract';
import { readText } from '../file/read-text.js';
import { startTask } from '../../../entities/task/follow/start-merge.js';
import { send } from '../../../lib/api/api-client.js';
import { LIVE_SERVER } from '../../../entities/task/follow/live-server.js';

/** In bytes: more than a day of speech, so a larger file cannot be subtitles. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Fetches one of an item's subtitles as WebVTT.
 * @param offerId any offer of the item
 * @throws ApiFailure, or the abort reason
 */
async function fetchCaptions(
  offerId: string,
  { language, machine }: Subtitles,
  signal: AbortSignal,
): Promise<string> {
  const wish = { kind: 'subtitle', language, format: 'vtt', ...(machine && { machine }) } as const;
  const { task_id } = await createTask(send, { offerId, wish }, signal);
  await startTask(task_id);
  signal.throwIfAborted();
  await fileOfTask(task_id, { ...LIVE_SERVER, signal });
  const { text } = await readText(API.file(task_id), MAX_BYTES, signal);
  return text;
}

type Phase = 'off' | 'fetching' | 'shown' | 'failed';

/**
 * Shows WebVTT text over a video.
 * @returns a cleanup function
 */
function showTrack(video: HTMLVideoElement, text: string, one: NamedSubtitles): () => void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
  const track = document.createElement('track');
  track.kind = 'subtitles';
  track.srclang = one.language;
  track.label = one.shownName;
  track.src = url;
  track.default = true;
  video.append(track);
  // `default` only affects tracks that exist when the video loads.
  track.track.mode = 'showing';
  return () => {
    track.remove();
    URL.revokeObjectURL(url);
  };
}

/**
 * Shows subtitles over a video and fetches them on first use.
 * @param offerId identifies the item in requests
 * @param one the subtitles to show; null for none
 */
export function useCaptions(
  media: RefObject<HTMLVideoElement | null>,
  offerId: string,
  one: NamedSubtitles | null,
): Phase {
  const texts = useRef(new Map<string, string>());
  const [ended, setEnded] = useState<{ id: string; phase: Phase } | null>(null);
  const id = one === null ? null : subtitlesId(one);
  const latest = useRef(one);
  useEffect(() => {
    latest.current = one;
  });
  useEffect(() => {
    const { current: shown } = latest;
    if (id === null || shown === null) {
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    let hide = () => undefined as void;
    const show = async () => {
      const text = texts.current.get(id) ?? (await fetchCaptions(offerId, shown, signal));
      if (!signal.aborted && media.current !== null) {
        texts.current.set(id, text);
        hide = showTrack(media.current, text, shown);
        setEnded({ id, phase: 'shown' });
      }
    };
    show().catch(() => {
      if (!signal.aborted) {
        setEnded({ id, phase: 'failed' });
      }
    });
    return () => {
      controller.abort();
      hide();
      setEnded(null);
    };
  }, [media, offerId, id]);
  if (id === null) {
    return 'off';
  }
  return ended?.id === id ? ended.phase : 'fetching';
}
