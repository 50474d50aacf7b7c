import { Injectable, MergeEvents, type OnModuleInit } from '@dipper/api';
import { RECEIPT } from './receipt.maker.js';

/** Counts the receipts that this process made. */
@Injectable()
export class ReceiptsListener implements OnModuleInit {
  made = 0;

  constructor(private readonly events: MergeEvents) {}

  onModuleInit(): void {
    this.events.on('ended', ({ kind, status }) => {
      this.made += Number(kind === RECEIPT && status === 'complete');
    });
  }
}
