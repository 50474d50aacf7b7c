import { Module } from '@nestjs/common';
import { ConfigModule } from '../config/config.module.js';
import { MailModule } from '../infra/mail/mail.module.js';
import { AlertRepository } from './alerts/alert.repository.js';
import { Alerts } from './alerts/alerts.js';
import { StatusController } from './status.controller.js';
import { StatusRepository } from './status.repository.js';
import { StatusService } from './status.service.js';

/** `/api/status`, and the data for the page `/status`. */
@Module({
  imports: [ConfigModule, MailModule],
  controllers: [StatusController],
  providers: [AlertRepository, Alerts, StatusRepository, StatusService],
  exports: [StatusService],
})
export class StatusModule {}
