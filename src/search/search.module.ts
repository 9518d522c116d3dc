import { Module } from '@nestjs/common';
import { LookupModule } from './lookup/lookup.module.js';

@Module({ imports: [LookupModule] })
export class SearchModule {}
