import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { SearchController } from './search.controller.js';
import { Search } from './search.service.js';

/** Finds objects of all contexts by id or name. */
@Module({ imports: [DiscoveryModule], controllers: [SearchController], providers: [Search] })
export class LookupModule {}
