import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExtractModule } from '../extract/extract.module.js';
import { RelayModule } from '../relay/relay.module.js';
import { ShareController } from './share.controller.js';
import { ShareService } from './share.service.js';
import { SharedThumbnails } from './shared-thumbnails.js';
import { ShortLink } from './short-link.entity.js';
import { ShortLinkRepository } from './short-link.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([ShortLink]), ExtractModule, RelayModule],
  controllers: [ShareController],
  providers: [ShareService, SharedThumbnails, ShortLinkRepository],
  exports: [ShareService, SharedThumbnails],
})
export class ShareModule {}
