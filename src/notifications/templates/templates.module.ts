import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NotificationModule } from '../notification/notification.module.js';
import { DeclaredTemplates } from './declared-templates.adapter.js';
import { NotificationTemplateRepository } from './notification-template.repository.js';
import { NotificationTemplatesController } from './notification-templates.controller.js';
import { NotificationTemplates } from './notification-templates.service.js';
import { NotificationTemplate } from './notification-template.entity.js';

/** Texts that an enterprise stores, and fills in for each notification. */
@Module({
  imports: [TypeOrmModule.forFeature([NotificationTemplate]), NotificationModule],
  controllers: [NotificationTemplatesController],
  providers: [DeclaredTemplates, NotificationTemplateRepository, NotificationTemplates],
  exports: [NotificationTemplates],
})
export class TemplatesModule {}
