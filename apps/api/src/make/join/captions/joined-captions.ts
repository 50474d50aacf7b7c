import { rm, writeFile } from 'node:fs/promises';
import type { SubtitleTrack } from '../../../extract/source-info.js';
import { DomainError } from '../../../infra/http/domain-error.js';
import type { Cue } from '../../subtitle/cue.js';
import {
  captionIndexBytes,
  captionOptions,
  captionText,
  keepsSamples,
  shownCues,
} from './caption-track.js';
import { hideTextTracks } from './hidden-track.js';

/** Subtitles on their way into a file. */
export class JoinedCaptions {
  private shownCues: readonly Cue[] = [];

  constructor(
    private readonly track: SubtitleTrack,
    private readonly cues: readonly Cue[],
    private readonly container: string,
  ) {}

  /** The cues that the file has in the end. */
  get shown(): readonly Cue[] {
    return this.shownCues;
  }

  /** What they take in the index of the file, bytes. */
  get indexBytes(): number {
    return captionIndexBytes(this.cues);
  }

  /** ffmpeg's options for the track. @param input the place of their file. */
  options(input: number): string[] {
    return captionOptions(this.track, { container: this.container, input });
  }

  /**
   * Has a file written with them as a track that is switched off.
   * @param path of the file.
   * @param seconds that its picture lasts; 0 when nobody knows.
   * @param write gets the path of a file of subtitles, which is gone afterwards.
   * @throws DomainError SUBTITLES_GONE when all of them come after its end, and what `write` throws
   */
  async within(
    path: string,
    seconds: number,
    write: (captions: string) => Promise<void>,
  ): Promise<void> {
    const shown = shownCues(this.cues, this.container, seconds);
    if (shown.length === 0) {
      throw new DomainError('SUBTITLES_GONE', { cause: 'they are those of a longer item' });
    }
    const beside = `${path}.captions`;
    await writeFile(beside, captionText(shown, this.container));
    try {
      await write(beside);
    } finally {
      await rm(beside, { force: true });
    }
    if (keepsSamples(this.container)) {
      await hideTextTracks(path);
    }
    this.shownCues = shown;
  }
}
