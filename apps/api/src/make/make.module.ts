import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CheckedFiles } from './checked/checked-files.js';
import { FileAttempts } from './checked/file-attempt.js';
import { Muxer } from './ffmpeg.js';
import { MediaReader } from './gate/media-reader.js';
import { SourceChecker } from './gate/source-check.js';
import { JoinMaker } from './join/join.maker.js';
import { MakerRegistry } from './maker-registry.js';
import { Prober } from './probe.js';
import { PeakReader } from './waveform/peak-reader.js';

/** Makes files of recipes. MakerRegistry of other modules are found, too; they may use the programs here. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    CheckedFiles,
    FileAttempts,
    JoinMaker,
    MakerRegistry,
    MediaReader,
    Muxer,
    PeakReader,
    Prober,
    SourceChecker,
  ],
  exports: [CheckedFiles, MakerRegistry, Muxer, PeakReader, Prober, SourceChecker],
})
export class MakeModule {}
