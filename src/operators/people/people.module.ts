import { Module } from '@nestjs/common';
import { OperatorNames } from '../contract/operator-names.port.js';
import { FirstOperator } from './first-operator.provider.js';
import { OperatorNamesAdapter } from './operator-names.adapter.js';
import { OperatorRepository } from './operator.repository.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorsService } from './operators.service.js';
import { RemoveEnded } from './remove-ended.job.js';

/** The operators, and what they were granted. */
@Module({
  controllers: [OperatorsController],
  providers: [
    OperatorRepository,
    OperatorsService,
    FirstOperator,
    RemoveEnded,
    { provide: OperatorNames, useClass: OperatorNamesAdapter },
  ],
  exports: [OperatorRepository, OperatorsService, OperatorNames],
})
export class PeopleModule {}
