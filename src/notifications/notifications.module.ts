import { Module } from '@nestjs/common';
import { MobileModule } from './mobile.module.js';

@Module({ imports: [MobileModule] })
export class NotificationsModule {}
