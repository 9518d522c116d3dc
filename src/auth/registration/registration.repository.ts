import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { type AllTenants, secretDigest, type Tenant } from '../../shared/kernel/index.js';
import { advisoryLocks, type Tx } from '../../shared/persistence/index.js';
import { SealedRows } from '../../shared/security/index.js';
import { InitialAccessToken } from './initial-access-token.entity.js';
import { Registration } from './registration.entity.js';

/**
 * Reads and stores initial access tokens and registrations. A row whose keyed hash does not match is treated as
 * missing.
 */
@Injectable()
export class RegistrationRepository {
  constructor(
    @InjectRepository(InitialAccessToken) private readonly tokens: Repository<InitialAccessToken>,
    @InjectRepository(Registration) private readonly registrations: Repository<Registration>,
    private readonly seals: SealedRows,
  ) {}

  page({ enterpriseId, test }: Tenant, limit: number, after?: string): Promise<InitialAccessToken[]> {
    const where = { enterpriseId, test, ...(after !== undefined && { id: MoreThan(after) }) };
    return this.tokens.find({ where, order: { id: 'ASC' }, take: limit });
  }

  lock(tx: Tx, { enterpriseId, test }: Tenant, id: string): Promise<InitialAccessToken | null> {
    return tx.lock(InitialAccessToken, { enterpriseId, test, id });
  }

  /**
   * Finds and locks an initial access token. Concurrent registrations with it wait for each other, so that only one of
   * them gets the last use.
   */
  async lockByToken(tx: Tx, _scope: AllTenants, token: string): Promise<InitialAccessToken | undefined> {
    const found = await tx.lock(InitialAccessToken, { digest: secretDigest(token) });
    return found && (await this.seals.holds(found)) ? found : undefined;
  }

  /** Counts the initial access tokens of an enterprise. Other requests that add one wait until the transaction ends. */
  async countLocked(tx: Tx, { enterpriseId }: Tenant): Promise<number> {
    const lock = [advisoryLocks.initialAccessTokens, enterpriseId];
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', lock);
    return tx.manager.countBy(InitialAccessToken, { enterpriseId });
  }

  async find(_scope: AllTenants, clientId: string): Promise<Registration | undefined> {
    const found = await this.registrations.findOneBy({ clientId });
    return found && (await this.seals.holds(found)) ? found : undefined;
  }

  async lockRegistration(tx: Tx, _scope: AllTenants, clientId: string): Promise<Registration | undefined> {
    const found = await tx.lock(Registration, { clientId });
    return found && (await this.seals.holds(found)) ? found : undefined;
  }
}
