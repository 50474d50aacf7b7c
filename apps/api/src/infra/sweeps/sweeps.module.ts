import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Sweeps } from './sweeps.js';

/** Periodic maintenance, by one process of the deployment. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [Sweeps], exports: [Sweeps] })
export class SweepsModule {}
