import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UserModule } from '../user/user.module.js';
import { UserListModule } from '../user-list/user-list.module.js';
import { AllowedExport } from './allowed-export.entity.js';
import { AllowedExportRepository } from './allowed-export.repository.js';
import { AllowedExportsController } from './allowed-exports.controller.js';
import { AllowedExports } from './allowed-exports.service.js';
import { ForgetExports } from './forget-exports.job.js';

/** Exports of more users than an operator may export without approval. */
@Module({
  imports: [UserListModule, UserModule, TypeOrmModule.forFeature([AllowedExport])],
  controllers: [AllowedExportsController],
  providers: [AllowedExportRepository, AllowedExports, ForgetExports],
})
export class AllowedExportsModule {}
