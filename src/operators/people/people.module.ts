import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperatorNames } from '../contract/operator-names.port.js';
import { DeclaredOperators } from './declared-operators.adapter.js';
import { FirstOperator } from './first-operator.provider.js';
import { Invitation } from './invitation.entity.js';
import { OperatorNamesAdapter } from './operator-names.adapter.js';
import { Operator } from './operator.entity.js';
import { OperatorRepository } from './operator.repository.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorsService } from './operators.service.js';
import { RemoveEnded } from './remove-ended.job.js';

/** The operators and their roles. */
@Module({
  imports: [TypeOrmModule.forFeature([Operator, Invitation])],
  controllers: [OperatorsController],
  providers: [
    OperatorRepository,
    OperatorsService,
    DeclaredOperators,
    FirstOperator,
    RemoveEnded,
    { provide: OperatorNames, useClass: OperatorNamesAdapter },
  ],
  exports: [OperatorRepository, OperatorsService, OperatorNames],
})
export class PeopleModule {}
