import { rm, writeFile } from 'node:fs/promises';
import type { SubtitleTrack } from '../../../extract/source-info.js';
import { DomainError } from '../../../infra/errors/domain-error.js';
import type { Cue } from '../../subtitle/cue.js';
import {
  captionIndexBytes,
  captionOptions,
  captionText,
  keepsSamples,
  shownCues,
} from './caption-track.js';
import { hideTextTracks } from './hidden-track.js';

export class JoinedCaptions {
  private shownCues: readonly Cue[] = [];

  constructor(
    private readonly track: SubtitleTrack,
    private readonly cues: readonly Cue[],
    private readonly container: string,
  ) {}

  get shown(): readonly Cue[] {
    return this.shownCues;
  }

  get indexBytes(): number {
    return captionIndexBytes(this.cues);
  }

  /**
   * ffmpeg options for the track.
   * @param input index of the subtitle file among the inputs.
   */
  options(input: number): string[] {
    return captionOptions(this.track, { container: this.container, input });
  }

  /**
   * Writes a file with the subtitles as a disabled track.
   * @param path where to write the file
   * @param seconds duration of the video in seconds; 0 when unknown.
   * @param write writes the file, given the path of a temporary subtitle file.
   * @throws DomainError SUBTITLES_GONE if all cues begin after the end of the video; whatever
   *   `write` throws.
   */
  async within(
    path: string,
    seconds: number,
    write: (captions: string) => Promise<void>,
  ): Promise<void> {
    const shown = shownCues(this.cues, this.container, seconds);
    if (shown.length === 0) {
      throw new DomainError('SUBTITLES_GONE', { cause: 'the subtitles belong to a longer item' });
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
