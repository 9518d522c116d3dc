import { Injectable, Inject, Logger } from '@nestjs/common';
import { SignJWT } from 'jose';
import type { Tx } from '../../../shared/persistence/tx.js';
import { UnitOfWork } from '../../../shared/persistence/unit-of-work.js';
import { ClientRegistry } from '../clients/client-registry.service.js';
import { CONFIG, type Config } from '../../../config.js';
import { issuerOf } from '../../../shared/http/bearer/access-token.js';
import { Clock } from '../../../shared/kernel/clock.js';
import { newId } from '../../../shared/kernel/ids.js';
import type { Client } from '../../entities/client.entity.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import { HandlesJob, JobHandler, type JobRun } from '../../../shared/events/jobs/job.js';
import { Outbound } from '../../../shared/outbound/outbound.port.js';

const TELL_LOGOUT = 'auth/tell-logout';

/** Tells one application that a session has ended. */
export type LogoutNotice = {
  readonly clientId: string;
  readonly sub: string;
  /** The id under which this application knows the session. */
  readonly sid: string;
};

/** The applications that a session was used for, by client id, as the engine stores them. */
export type Authorizations = Readonly<Record<string, Authorization>>;

interface Authorization {
  readonly sid?: string;
  readonly grantId?: string;
  /** Its tokens were meant to outlast the session (offline_access). */
  readonly persistsLogout?: boolean;
}

/**
 * Applications that want to know when a session ends. A separate job notifies each of them, and nothing waits for these
 * jobs.
 */
@Injectable()
export class LogoutNotices {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly uow: UnitOfWork,
  ) {}

  notify({ clientId, sub, sid }: LogoutNotice): Promise<void> {
    return this.uow.run((tx) => this.push(tx, sub, { [clientId]: { sid } }));
  }

  /** Must be called in the transaction that ends the session. */
  async push(tx: Tx, sub: string, authorizations: Authorizations = {}): Promise<void> {
    for (const [clientId, { sid }] of Object.entries(authorizations)) {
      const client = await this.clients.find(clientId);
      if (!client?.record.backchannelLogoutUri || sid === undefined) continue;
      const payload: LogoutNotice = { clientId, sub, sid };
      tx.pending.jobs.push({ kind: TELL_LOGOUT, payload, dedupeKey: `${clientId} ${sid}` });
    }
  }
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const GOOD_FOR_SECONDS = 120;

/** Logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.4), signed like the application's ID tokens. */
@Injectable()
export class LogoutTokens {
  readonly #issuer: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {
    this.#issuer = issuerOf(config);
  }

  async issue({ clientId, idTokenSignedResponseAlg: alg }: Client, { sub, sid }: LogoutNotice): Promise<string> {
    const key = await this.keys.active(alg);
    const now = Math.floor(this.clock.now().getTime() / 1000);
    return new SignJWT({ sid, events: { [EVENT]: {} } })
      .setProtectedHeader({ alg, kid: key.kid, typ: 'logout+jwt' })
      .setIssuer(this.#issuer)
      .setAudience(clientId)
      .setSubject(sub)
      .setJti(newId())
      .setIssuedAt(now)
      .setExpirationTime(now + GOOD_FOR_SECONDS)
      .sign(this.keys.openPrivateKey(key));
  }
}

/** Long enough for an application that is being deployed. An hour later the notice is hardly of use. */
const WAIT_SECONDS = [5, 60, 600, 3_600];

/** Notifies one application that a session has ended, with a new token for each try. */
@Injectable()
@HandlesJob(TELL_LOGOUT, { waitSeconds: WAIT_SECONDS, concurrency: 8 })
export class TellLogout extends JobHandler<LogoutNotice> {
  readonly #log = new Logger(TellLogout.name);

  constructor(
    private readonly clients: ClientRegistry,
    private readonly tokens: LogoutTokens,
    private readonly outbound: Outbound,
  ) {
    super();
  }

  async perform(notice: LogoutNotice, { attempt, signal }: JobRun): Promise<void> {
    const { clientId } = notice;
    try {
      await this.#send(notice, signal);
    } catch (error) {
      if (attempt <= WAIT_SECONDS.length) throw error;
      // Not parked for a replay: the application ends its own session when it expires.
      this.#log.warn({ clientId, err: error }, 'An application could not be told of a logout, and will not be');
    }
  }

  async #send(notice: LogoutNotice, signal: AbortSignal): Promise<void> {
    const client = (await this.clients.find(notice.clientId))?.record;
    if (!client?.backchannelLogoutUri) return;
    const { status } = await this.outbound.send({
      purpose: 'backchannel-logout',
      owner: client.enterpriseId,
      url: client.backchannelLogoutUri,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: await this.tokens.issue(client, notice) }).toString(),
      signal,
    });
    if (status !== 200 && status !== 204) throw new Error(`The application answered ${status}`);
  }
}
