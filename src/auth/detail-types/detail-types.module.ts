import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DetailType } from './detail-type.entity.js';
import { DetailTypeRepository } from './detail-type.repository.js';
import { AuthorizationDetailTypesController } from './authorization-detail-types.controller.js';
import { DeclaredDetailTypes } from './declared-detail-types.adapter.js';
import { DetailTypes } from './detail-types.service.js';

/** Types of authorization details, with which clients request permission for one specific action. */
@Module({
  imports: [TypeOrmModule.forFeature([DetailType])],
  controllers: [AuthorizationDetailTypesController],
  providers: [DeclaredDetailTypes, DetailTypeRepository, DetailTypes],
  exports: [DetailTypes],
})
export class DetailTypesModule {}
