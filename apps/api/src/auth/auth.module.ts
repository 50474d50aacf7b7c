import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConfigModule } from '../config/config.module.js';
import { Account } from './account/account.entity.js';

/** Accounts: who somebody is, at the domains that have accounts. */
@Module({ imports: [TypeOrmModule.forFeature([Account]), ConfigModule] })
export class AuthModule {}
