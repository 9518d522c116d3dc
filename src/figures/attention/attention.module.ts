import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EventsModule } from '../../shared/events/index.js';
import { AttentionController } from './attention.controller.js';
import { Attention } from './attention.service.js';
import { ParkedWorkAttention } from './parked-work-attention.adapter.js';

/** Lists the work that waits for people. */
@Module({
  imports: [DiscoveryModule, EventsModule],
  controllers: [AttentionController],
  providers: [Attention, ParkedWorkAttention],
})
export class AttentionModule {}
