import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Sightings } from '../../../shared/events/pace/sightings.js';
import { Clock } from '../../../shared/kernel/clock.js';
import { Tenant } from '../../../shared/kernel/tenant.js';
import { UserActivity } from '../../user-activity.js';
import { UserUpkeepRepository } from './user-upkeep.repository.js';

const SCOPE = Tenant.all('whoever is active was let in by a token');

/** When users were last active. */
@Injectable()
export class ActiveUsers extends UserActivity implements BeforeApplicationShutdown {
  readonly #sightings: Sightings;

  constructor(users: UserUpkeepRepository, clock: Clock) {
    super();
    this.#sightings = new Sightings(ActiveUsers.name, clock, (subs, at) => users.noteActive(SCOPE, subs, at));
  }

  touch(sub: string): void {
    this.#sightings.note(sub);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  write(): Promise<void> {
    return this.#sightings.write();
  }
}
