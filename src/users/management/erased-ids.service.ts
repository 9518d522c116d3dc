import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/index.js';
import { BlindIndex } from '../../shared/security/index.js';

const PURPOSE = 'users/erased-id';

/**
 * The prefix of the keyed hash that replaces an erased user's id. Ids chosen by enterprises contain no colon, so they
 * cannot be equal to such a hash.
 */
const PREFIX = 'erased:';

/** Computes the keyed hash that replaces the id of an erased user. It keeps the id taken without revealing it. */
@Injectable()
export class ErasedIds {
  constructor(private readonly index: BlindIndex) {}

  markOf(tenant: Tenant, userId: string): string {
    return PREFIX + this.index.hash(scoped(tenant, userId), PURPOSE);
  }

  candidates(tenant: Tenant): (name: string) => string[] {
    return (name) => this.index.candidates(scoped(tenant, name), PURPOSE).map((hash) => PREFIX + hash);
  }
}

const scoped = ({ enterpriseId, test }: Tenant, userId: string): string => JSON.stringify([enterpriseId, test, userId]);
