import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { ConfigModule } from './config.module.js';

@Module({ imports: [ConfigModule], controllers: [ConfigController] })
export class ConfigHttpModule {}
