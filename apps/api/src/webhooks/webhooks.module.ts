import { Module } from '@nestjs/common';
import { MergeModule } from '../merge/merge.module.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';

/** Calls URLs at the end of tasks, in processes of all roles that run tasks. */
@Module({
  imports: [MergeModule],
  providers: [WebhookSecrets, WebhookSender],
  exports: [WebhookSecrets],
})
export class WebhooksModule {}
