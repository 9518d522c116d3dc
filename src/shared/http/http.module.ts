import { Global, Module } from '@nestjs/common';
import { Paging } from './paging/paging.service.js';

/** What controllers of every context work with. */
@Global()
@Module({ providers: [Paging], exports: [Paging] })
export class HttpModule {}
