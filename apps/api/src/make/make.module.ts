import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ArrivingFiles } from './arriving/arriving-files.js';
import { BundleMaker } from './bundle/bundle.maker.js';
import { EntryMaker } from './bundle/entry.maker.js';
import { CheckedFiles } from './checked/checked-files.js';
import { FileAttempts } from './checked/file-attempt.js';
import { ClipMaker } from './clip/clip.maker.js';
import { ClipParts } from './clip/clip-parts.js';
import { ClipProgram } from './clip/clip-program.js';
import { ClipStreamsReader } from './clip/clip-streams.js';
import { ClipWriter } from './clip/clip-writer.js';
import { JointCheck } from './clip/joint-check.js';
import { JointCutter } from './clip/joint-cutter.js';
import { ConvertMaker } from './convert/convert.maker.js';
import { Muxer } from './ffmpeg.js';
import { MediaReader } from './gate/media-reader.js';
import { SourceChecker } from './gate/source-check.js';
import { CaptionReader } from './join/captions/caption-reader.js';
import { JoinMaker } from './join/join.maker.js';
import { MakerRegistry } from './maker-registry.js';
import { Prober } from './probe.js';
import { SubtitleMaker } from './subtitle/subtitle.maker.js';
import { Covers } from './tags/covers.js';
import { PeakReader } from './waveform/peak-reader.js';

/**
 * Makes files from recipes. Discovers the makers of other modules, and exports what they use
 * (`CheckedFiles`), and what tasks use.
 */
@Module({
  imports: [DiscoveryModule],
  providers: [
    ArrivingFiles,
    CaptionReader,
    BundleMaker,
    CheckedFiles,
    ClipMaker,
    ClipParts,
    ClipProgram,
    ClipStreamsReader,
    ClipWriter,
    EntryMaker,
    FileAttempts,
    JointCheck,
    JointCutter,
    ConvertMaker,
    Covers,
    JoinMaker,
    MakerRegistry,
    MediaReader,
    Muxer,
    PeakReader,
    Prober,
    SourceChecker,
    SubtitleMaker,
  ],
  exports: [CheckedFiles, MakerRegistry, PeakReader],
})
export class MakeModule {}
