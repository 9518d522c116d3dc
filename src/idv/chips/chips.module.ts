import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../../shared/observability/index.js';
import { WorkersModule } from '../../shared/workers/index.js';
import { ChipTrustModule } from '../chip-trust/chip-trust.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StepsModule } from '../steps/steps.module.js';
import { ChipAppController } from './app/chip-app.controller.js';
import { ChipExchange } from './chip-exchange.service.js';
import { ChipMetrics } from './chip-metrics.service.js';
import { ChipPortraits } from './portrait/chip-portraits.service.js';
import { ChipReading } from './chip-reading.entity.js';
import { ChipReadingRepository } from './chip-reading.repository.js';
import { ChipReadings } from './chip-readings.service.js';
import { ChipSteps } from './chip-steps.service.js';
import { ChipTrustOfSessions } from './chip-trust-of-sessions.service.js';
import { VirtualPassports } from './virtual/virtual-passports.service.js';

/** Takes what an app has read from the chip of a passport, and judges it. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ChipReading]),
    ChipTrustModule,
    EvidenceModule,
    OperationsModule,
    PicturesModule,
    SessionsModule,
    StepsModule,
    WorkersModule,
  ],
  controllers: [ChipAppController],
  providers: [
    ChipExchange,
    ChipMetrics,
    ChipPortraits,
    ChipReadingRepository,
    ChipReadings,
    ChipSteps,
    ChipTrustOfSessions,
    VirtualPassports,
  ],
  exports: [ChipReadings, ChipSteps, VirtualPassports],
})
export class ChipsModule {}
