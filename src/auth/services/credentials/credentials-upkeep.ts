import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../shared/persistence/unit-of-work.js';
import {
  UserStatusChanged,
  UserErased,
  PersonalData,
  type PersonalDataSection,
  type UserRef,
} from '../../../users/contract/index.js';
import { LoginTries } from './attempts/login-tries.service.js';
import { PasskeyStore } from './passkeys/passkey.store.js';
import { Recurring, JobHandler, type JobRun } from '../../../shared/events/jobs/job.js';
import { purge } from '../../../shared/events/purge.job.js';
import { Database } from '../../../shared/persistence/database.js';

/** RESET and DELETED delete the credentials that existed at that moment. Later ones stay. */
@EventsHandler(UserStatusChanged)
export class EndCredentials implements IEventHandler<UserStatusChanged> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tries: LoginTries,
  ) {}

  async handle(event: UserStatusChanged): Promise<void> {
    const { sub, from, to } = event.payload;
    const voided = to === 'RESET' || to === 'DELETED';
    const unblocked = from === 'BLOCKED';
    if (!voided && !unblocked) return;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/end-credentials'))) return;
      if (unblocked) await this.tries.forget(tx, sub);
      if (!voided) return;
      await tx.rows('DELETE FROM auth.password WHERE sub = $1 AND created_at <= $2', [sub, event.occurredAt]);
      await tx.rows('DELETE FROM auth.passkey WHERE sub = $1 AND created_at <= $2', [sub, event.occurredAt]);
    });
  }
}

/** Deletes everything about a user who has been erased. */
@EventsHandler(UserErased)
export class ForgetCredentials implements IEventHandler<UserErased> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tries: LoginTries,
  ) {}

  async handle(event: UserErased): Promise<void> {
    const { sub } = event.payload;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'auth/forget-credentials'))) return;
      await this.tries.forget(tx, sub);
      await tx.rows('DELETE FROM auth.password WHERE sub = $1', [sub]);
      await tx.rows('DELETE FROM auth.passkey WHERE sub = $1', [sub]);
      await tx.rows('DELETE FROM auth.activation WHERE sub = $1', [sub]);
    });
  }
}

/** The export of what is stored about a user's sign-in, without keys and hashes. */
@Injectable()
export class CredentialsPersonalData extends PersonalData {
  constructor(private readonly passkeys: PasskeyStore) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const data = (await this.passkeys.of(sub)).map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdTs: createdAt.toISOString(),
      lastUsedTs: lastUsedAt?.toISOString() ?? null,
    }));
    return { name: 'passkeys', data };
  }
}

/** Deletes tries that no longer count, unfinished activations and unanswered challenges. */
@Injectable()
@Recurring('auth/purge-credentials', { everySeconds: 3_600 })
export class PurgeCredentials extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  async perform(_payload: object, { signal }: JobRun): Promise<void> {
    for (const statement of [TRIES, ACTIVATIONS, CHALLENGES]) await purge(this.db, statement, signal);
  }
}

const TRIES = `
  DELETE FROM auth.login_tries WHERE (subject, browser) IN (
    SELECT subject, browser FROM auth.login_tries WHERE open_at < now() - interval '25 hours' OR open_at > now() + interval '25 hours' LIMIT $1)
  RETURNING 1`;

// A code lives for seven days, and an interrupted activation may be repeated until then.
const ACTIVATIONS = `
  DELETE FROM auth.activation WHERE credential_id IN (
    SELECT credential_id FROM auth.activation
    WHERE live_at IS NULL AND created_at < now() - interval '8 days' LIMIT $1)
  RETURNING 1`;

const CHALLENGES = `
  DELETE FROM auth.passkey_challenge WHERE challenge_hash IN (
    SELECT challenge_hash FROM auth.passkey_challenge WHERE expires_at < now() LIMIT $1)
  RETURNING 1`;
