import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Sweeps } from './sweeps.js';

/** Periodic maintenance, each time done by a single process of the deployment. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [Sweeps], exports: [Sweeps] })
export class SweepsModule {}
