import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Muxer } from './ffmpeg.js';
import { JoinMaker } from './join/join.maker.js';
import { Makers } from './makers.js';
import { Prober } from './probe.js';

/** Makes files of recipes. Makers of other modules are found, too; they may use the programs here. */
@Module({
  imports: [DiscoveryModule],
  providers: [JoinMaker, Makers, Muxer, Prober],
  exports: [Makers, Muxer, Prober],
})
export class MakeModule {}
