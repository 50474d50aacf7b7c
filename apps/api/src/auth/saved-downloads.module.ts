import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from './account/account.entity.js';
import { AccountRepository } from './account/account.repository.js';
import { SavedDownloads } from './account/saved-downloads.js';

/** The part of accounts that workers need. It does not include sign-in. */
@Module({
  imports: [TypeOrmModule.forFeature([Account])],
  providers: [AccountRepository, SavedDownloads],
  exports: [AccountRepository, SavedDownloads],
})
export class SavedDownloadsModule {}
