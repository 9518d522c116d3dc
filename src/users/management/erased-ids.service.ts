import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/index.js';
import { BlindIndex } from '../../shared/security/index.js';

const PURPOSE = 'users/erased-id';

/**
 * The prefix of the keyed hash that replaces an erased user's id. Ids that enterprises choose contain no colon, so none
 * equals such a hash.
 */
const PREFIX = 'erased:';

/** The keyed hash that remains of an erased user's id. It keeps the id taken without revealing it. */
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
