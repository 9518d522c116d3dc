import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { UserActivity } from '../contract/ports.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { LastSeenBuffer } from '../../shared/jobs/index.js';
import { UserUpkeepRepository } from '../user/user-upkeep.repository.js';

const SCOPE = Tenant.all('the caller has the sub from a token, a login or an event');

/** Records when users were last active. */
@Injectable()
export class UserActivityAdapter extends UserActivity implements BeforeApplicationShutdown {
  readonly #lastSeen: LastSeenBuffer;

  constructor(users: UserUpkeepRepository, clock: Clock) {
    super();
    this.#lastSeen = new LastSeenBuffer(UserActivityAdapter.name, clock, (subs, at) =>
      users.noteActive(SCOPE, subs, at),
    );
  }

  touch(sub: string): void {
    this.#lastSeen.note(sub);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  write(): Promise<void> {
    return this.#lastSeen.write();
  }
}
