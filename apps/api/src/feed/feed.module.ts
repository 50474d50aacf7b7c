import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { ConfigModule } from '../config/config.module.js';
import { MergeHttpModule } from '../merge/merge-http.module.js';
import { MergeModule } from '../merge/merge.module.js';
import { FeedController } from './feed.controller.js';
import { FeedRetention } from './feed-retention.js';
import { FeedRepository } from './feed.repository.js';
import { Feeds } from './feed.service.js';
import { PublicFeedController } from './public-feed.controller.js';

/** Private podcast feeds. */
@Module({
  imports: [AuthModule, ConfigModule, MergeModule, MergeHttpModule],
  controllers: [FeedController, PublicFeedController],
  providers: [Feeds, FeedRepository, FeedRetention],
})
export class FeedModule {}
