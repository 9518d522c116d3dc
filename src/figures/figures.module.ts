import { Module } from '@nestjs/common';
import { AttentionModule } from './attention/attention.module.js';

@Module({ imports: [AttentionModule] })
export class FiguresModule {}
