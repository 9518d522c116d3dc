import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { instancesOf } from '../../shared/kernel/index.js';
import { ConfigurationKind } from '../contract/configuration-kind.port.js';

/**
 * All kinds of objects that configuration files can declare, from every context, in the order in which objects are
 * created.
 */
@Injectable()
export class ConfigurationKinds {
  constructor(private readonly discovery: DiscoveryService) {}

  get all(): readonly ConfigurationKind[] {
    return instancesOf(this.discovery, ConfigurationKind).sort(
      (one, other) => one.rank - other.rank || (one.list < other.list ? -1 : 1),
    );
  }

  find(list: string): ConfigurationKind | undefined {
    return this.all.find((kind) => kind.list === list);
  }
}
