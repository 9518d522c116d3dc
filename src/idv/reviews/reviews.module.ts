import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../../shared/observability/index.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { SessionEventsModule } from '../session-events/session-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { IdvReviewsController } from './idv-reviews.controller.js';
import { RemindOfReview } from './remind-of-review.job.js';
import { ReviewAttention } from './review-attention.adapter.js';
import { ReviewMaterial } from './review-material.service.js';
import { ReviewMetrics } from './review-metrics.service.js';
import { ReviewRepository } from './review.repository.js';
import { Reviews } from './reviews.service.js';
import { ReviewDecision } from './review-decision.entity.js';
import { Session } from '../sessions/session.entity.js';

/** Shows reviewers the findings of a session, and stores their decisions. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ReviewDecision, Session]),
    OperationsModule,
    EvidenceModule,
    SessionEventsModule,
    SessionsModule,
  ],
  controllers: [IdvReviewsController],
  providers: [RemindOfReview, ReviewAttention, ReviewMaterial, ReviewMetrics, ReviewRepository, Reviews],
  exports: [ReviewMaterial, ReviewRepository, Reviews],
})
export class ReviewsModule {}
