import { Module } from '@nestjs/common';
import { ExtractModule } from '../extract/extract.module.js';
import { SourceModule } from '../source/source.module.js';
import { RelayController } from './relay.controller.js';
import { RelayService } from './relay.service.js';

/** Relays media that browsers can't fetch from the source themselves, for playing and saving. */
@Module({
  imports: [ExtractModule, SourceModule],
  controllers: [RelayController],
  providers: [RelayService],
  exports: [RelayService],
})
export class RelayModule {}
