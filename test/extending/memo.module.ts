import { ExtractModule, MergeModule, Module } from '@dipper/api';
import { MemoExtractor } from './memo.extractor.js';
import { ReceiptMaker } from './receipt.maker.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsListener } from './receipts.listener.js';

/** Reads voice memos, and makes receipts of any item. */
@Module({
  imports: [ExtractModule, MergeModule],
  controllers: [ReceiptsController],
  providers: [MemoExtractor, ReceiptMaker, ReceiptsListener],
})
export class MemoModule {}
