import {
  Body,
  Controller,
  CurrentPrincipal,
  CurrentVisitor,
  DomainError,
  EntriesService,
  Get,
  Headers,
  Limited,
  MergeService,
  Post,
  type Principal,
  type Visitor,
  Visitors,
} from '@dipper/api';
import * as z from 'zod';
import { LOUDER, type Louder } from './louder.maker.js';
import { RECEIPT, type Receipt } from './receipt.maker.js';
import { ReceiptsListener } from './receipts.listener.js';

const input = z.object({ url: z.string(), kind: z.enum([LOUDER, RECEIPT]) });

@Controller('api/memos')
export class MemosController {
  constructor(
    private readonly pages: EntriesService,
    private readonly tasks: MergeService,
    private readonly visitors: Visitors,
    private readonly receipts: ReceiptsListener,
  ) {}

  /** Stores a task that makes a receipt or a louder file. It is started like any other task. */
  @Post()
  @Limited('start')
  async create(
    @Body({ schema: input }) { url, kind }: z.infer<typeof input>,
    @CurrentPrincipal() principal: Principal,
    @CurrentVisitor() { gone: signal }: Visitor,
    @Headers('host') host = '',
  ): Promise<{ task_id: string }> {
    const { pageUrl, source } = await this.pages.read({ url }, { host, signal });
    const [offer] = source.offers;
    if (offer === undefined) {
      throw new DomainError('NO_MEDIA');
    }
    const { title, durationSeconds } = source.info;
    const item = { pageUrl, title, source: offer.main };
    const recipe: Louder | Receipt =
      kind === LOUDER
        ? { ...item, kind, durationSeconds, fileName: 'louder.m4a' }
        : { ...item, kind, fileName: 'receipt.txt' };
    return { task_id: await this.tasks.prepare(recipe, this.visitors.keyOf(principal)) };
  }

  @Get('receipts')
  count(): { made: number } {
    return { made: this.receipts.made };
  }
}
