import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ChangeNotifier } from './change-notifier.service.js';
import { LiveController } from './live.controller.js';
import { LiveStreams } from './live-streams.service.js';

/** Tells open console pages what has changed. */
@Module({
  imports: [SessionsModule],
  controllers: [LiveController],
  providers: [ChangeNotifier, LiveStreams],
  exports: [LiveStreams],
})
export class LiveModule {}
