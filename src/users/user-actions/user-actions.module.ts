import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ManagementModule } from '../management/management.module.js';
import { CarryOutAction } from './carry-out-action.job.js';
import { ForgetActions } from './forget-actions.job.js';
import { UserAction } from './user-action.entity.js';
import { UserActionRepository } from './user-action.repository.js';
import { UserActionsController } from './user-actions.controller.js';
import { UserActions } from './user-actions.service.js';

/** Actions that are applied to many users. */
@Module({
  imports: [ManagementModule, TypeOrmModule.forFeature([UserAction])],
  controllers: [UserActionsController],
  providers: [CarryOutAction, ForgetActions, UserActionRepository, UserActions],
})
export class UserActionsModule {}
