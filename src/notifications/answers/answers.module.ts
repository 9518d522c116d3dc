import { Module } from '@nestjs/common';
import { NotificationModule } from '../notification/notification.module.js';
import { AnswerNotification } from './answer-notification.service.js';
import { Statements } from './statements.service.js';

/** The answers of users, and the statements that devices sign for them. */
@Module({
  imports: [NotificationModule],
  providers: [AnswerNotification, Statements],
  exports: [AnswerNotification, Statements],
})
export class AnswersModule {}
