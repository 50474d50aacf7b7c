import { Module } from '@nestjs/common';
import { ExtractController } from './extract.controller.js';
import { ExtractModule } from './extract.module.js';

@Module({ imports: [ExtractModule], controllers: [ExtractController] })
export class ExtractHttpModule {}
