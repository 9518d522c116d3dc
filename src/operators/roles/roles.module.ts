import { Module } from '@nestjs/common';
import { OperatorPowers } from '../../shared/auth-guard/index.js';
import { powerOf } from './power-table.js';
import { RolesController } from './roles.controller.js';

/** The roles of operators, what each may do, and what a route requires besides. */
@Module({
  controllers: [RolesController],
  providers: [{ provide: OperatorPowers, useValue: { of: powerOf } satisfies OperatorPowers }],
  exports: [OperatorPowers],
})
export class RolesModule {}
