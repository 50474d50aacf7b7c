import { ExtractModule, MakeModule, MergeModule, Module } from '@dipper/api';
import { LouderMaker } from './louder.maker.js';
import { MemoExtractor } from './memo.extractor.js';
import { MemosController } from './memos.controller.js';
import { ReceiptMaker } from './receipt.maker.js';
import { ReceiptsListener } from './receipts.listener.js';

/** Reads voice memos, and makes receipts and louder versions of any item. */
@Module({
  imports: [ExtractModule, MakeModule, MergeModule],
  controllers: [MemosController],
  providers: [LouderMaker, MemoExtractor, ReceiptMaker, ReceiptsListener],
})
export class MemoModule {}
