import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { CONFIG, type Config } from '../../config.js';
import { type CallerPlace, callerPlaces, type UserAgent, userAgentIn } from '../../shared/http/index.js';
import { Database } from '../../shared/persistence/index.js';
import { StoredRecord } from '../protocol/storage/stored-record.entity.js';
import type { Language } from '../../shared/pages/index.js';

/**
 * The browser (by `User-Agent`) and the approximate location (shortened IP address, and the country if a trusted proxy
 * provides it) of the request that began a session.
 */
export type SessionOrigin = Partial<UserAgent & CallerPlace>;

export interface GrantedIn {
  readonly uid: string;
  readonly origin: SessionOrigin | null;
}

/**
 * Stores the browser and the location in which a session began, so that users recognise their sessions on the account
 * page.
 */
@Injectable()
export class SessionOrigins {
  readonly #log = new Logger(SessionOrigins.name);
  readonly #placeOf: (request: IncomingMessage) => CallerPlace;

  constructor(
    @Inject(CONFIG) config: Config,
    @InjectRepository(StoredRecord) private readonly records: Repository<StoredRecord>,
    private readonly db: Database,
  ) {
    this.#placeOf = callerPlaces(config);
  }

  of(request: IncomingMessage): SessionOrigin {
    return { ...userAgentIn(request.headers['user-agent']), ...this.#placeOf(request) };
  }

  /** Returns the session in which a grant is used. */
  async ofGrant(sub: string, grantId: string): Promise<GrantedIn | undefined> {
    const [found] = await this.db.rows<GrantedIn>(OF_GRANT, [sub, grantId]);
    return found;
  }

  /** Stores the origin of a session. Errors are only logged, because they must not make the login fail. */
  async note(uid: string, request: IncomingMessage): Promise<void> {
    try {
      await this.records.update({ model: 'Session', uid }, { origin: this.of(request) });
    } catch (error) {
      this.#log.warn({ err: error }, 'Where a session began could not be noted');
    }
  }
}

const OF_GRANT = `
  SELECT uid, origin FROM auth.engine_record session
  WHERE model = 'Session' AND account_id = $1 AND EXISTS (
    SELECT FROM jsonb_each(session.payload -> 'authorizations') used WHERE used.value ->> 'grantId' = $2)
  LIMIT 1`;

/** Describes a location by its country, if it is known, and its network. */
export function placeInWords(
  { locale }: Pick<Language, 'locale'>,
  { network, country }: SessionOrigin,
): string | undefined {
  const name = country === undefined ? undefined : new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  return [name, network].filter(Boolean).join(', ') || undefined;
}
