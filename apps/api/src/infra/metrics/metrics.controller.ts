import { API } from '@dipper/contract';
import { Controller, Get, Inject, Next, type OnModuleDestroy, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { BlockList } from 'node:net';
import { ENV, type Env } from '../env/env.module.js';
import { metrics } from './metrics.js';
import { PromMetrics } from './prom-metrics.js';
import { parseNetworks } from '../env/networks.js';
import { mayScrape } from './scrape-access.js';

/** Serves this process's metrics to the operator's own network. */
@Controller()
export class MetricsController implements OnModuleDestroy {
  private readonly all = new PromMetrics();
  private readonly networks: BlockList;
  private readonly stop: (() => void)[];

  constructor(@Inject(ENV) { METRICS_ALLOW, ROLE }: Env) {
    this.networks = parseNetworks(METRICS_ALLOW);
    this.stop = [
      metrics.reportTo(this.all),
      metrics.watch('dipper_process_info', () => [{ labels: { role: ROLE }, value: 1 }]),
    ];
  }

  onModuleDestroy(): void {
    this.stop.forEach((stop) => stop());
  }

  /** For everybody else, this path does not exist. */
  @Get(API.metrics)
  async scrape(
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    const { ip: address, headers, socket } = request;
    const trusts = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
    const isTrustedProxy = (one: string): boolean => trusts(one, 0);
    const asker = { address, peer: socket.remoteAddress, headers, isTrustedProxy };
    if (!mayScrape(this.networks, asker)) {
      next();
      return;
    }
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', this.all.contentType);
    response.end(await this.all.text());
  }
}
