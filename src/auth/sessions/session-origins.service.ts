import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { CONFIG, type Config } from '../../config.js';
import { type CallerPlace, callerPlaces, type UserAgent, userAgentIn } from '../../shared/http/index.js';
import { StoredRecord } from '../protocol/storage/stored-record.entity.js';

/** By which browser, and roughly where, a session began. Only what its own request has said. */
export type SessionOrigin = Partial<UserAgent & CallerPlace>;

/** Kept with the session, so that users recognise theirs on the account page. */
@Injectable()
export class SessionOrigins {
  readonly #log = new Logger(SessionOrigins.name);
  readonly #placeOf: (request: IncomingMessage) => CallerPlace;

  constructor(
    @Inject(CONFIG) config: Config,
    @InjectRepository(StoredRecord) private readonly records: Repository<StoredRecord>,
  ) {
    this.#placeOf = callerPlaces(config);
  }

  of(request: IncomingMessage): SessionOrigin {
    return { ...userAgentIn(request.headers['user-agent']), ...this.#placeOf(request) };
  }

  /** The login stands, also where this fails. */
  async note(uid: string, request: IncomingMessage): Promise<void> {
    try {
      await this.records.update({ model: 'Session', uid }, { origin: this.of(request) });
    } catch (error) {
      this.#log.warn({ err: error }, 'Where a session began could not be noted');
    }
  }
}
