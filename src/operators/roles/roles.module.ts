import { Module } from '@nestjs/common';
import { OperatorPowers } from '../../shared/auth-guard/index.js';
import { powerOf } from './power-table.js';
import { RolesController } from './roles.controller.js';

/** The roles of operators, their permissions, and what routes require in addition. */
@Module({
  controllers: [RolesController],
  providers: [{ provide: OperatorPowers, useValue: { of: powerOf } satisfies OperatorPowers }],
  exports: [OperatorPowers],
})
export class RolesModule {}
