import { Module } from '@nestjs/common';
import { ApplyModule } from './apply/apply.module.js';

/** Enterprises, clients and whatever else is declared in files. */
@Module({ imports: [ApplyModule], exports: [ApplyModule] })
export class ConfigurationModule {}
