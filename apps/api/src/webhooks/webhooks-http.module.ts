import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { MergeModule } from '../merge/merge.module.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksModule } from './webhooks.module.js';

/** The HTTP endpoints through which an account manages its webhooks. */
@Module({
  imports: [AuthModule, MergeModule, WebhooksModule],
  controllers: [WebhooksController],
})
export class WebhooksHttpModule {}
