import { Injectable } from '@nestjs/common';
import { BlindIndex } from '../../shared/security/sealing/blind-index.js';
import type { Tenant } from '../../shared/kernel/tenant.js';

const PURPOSE = 'users/erased-id';
/** No chosen id contains a colon, so a mark can never be one. */
const PREFIX = 'erased:';

/** What is left of the id of an erased user: enough to keep it taken, too little to read it. */
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
