import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { holdsScope, type Principal, seesContactData } from '../../shared/auth-guard/index.js';
import { instancesOf, type Tenant } from '../../shared/kernel/index.js';
import { SearchSource } from '../contract/search-source.port.js';
import { fairly, type Hit, hitKinds } from './hit.js';
import { MOST_HITS } from './search.dto.js';
import { parseSearchText } from './search-text.js';

/** Searches all contexts whose data the caller may see. */
@Injectable()
export class Search {
  constructor(private readonly discovery: DiscoveryService) {}

  async find(tenant: Tenant, caller: Principal, typed: string): Promise<Hit[]> {
    const sought = parseSearchText(typed);
    if (sought.text === '') return [];
    const asked = instancesOf(this.discovery, SearchSource).filter(({ scope }) => holdsScope(caller, scope));
    const by = {
      tenant,
      byOperator: caller.kind === 'operator',
      seesContact: seesContactData(caller),
      limit: MOST_HITS,
    };
    const found = (await Promise.all(asked.map((source) => source.find(sought, by)))).flat();
    return fairly(
      hitKinds.map((wanted) => found.filter(({ kind }) => kind === wanted)),
      MOST_HITS,
    );
  }
}
