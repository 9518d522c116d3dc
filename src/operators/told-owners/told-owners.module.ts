import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { TellOwner } from './tell-owner.job.js';
import { TellOwners } from './tell-owners.handler.js';

/** Mails owners what operators have done with clients. */
@Module({ imports: [PeopleModule], providers: [TellOwner, TellOwners] })
export class ToldOwnersModule {}
