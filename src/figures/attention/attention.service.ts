import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { instancesOf, type Tenant } from '../../shared/kernel/index.js';
import { type AttentionReader, AttentionSource, type Need, severities } from '../contract/attention.port.js';

/** Collects the work, from all contexts, that is waiting for people. */
@Injectable()
export class Attention {
  constructor(private readonly discovery: DiscoveryService) {}

  /** Returns the waiting work that the caller may see, the most severe first. */
  async of(
    tenant: Tenant,
    { asker, withDeployment }: { readonly asker: AttentionReader; readonly withDeployment: boolean },
  ): Promise<Need[]> {
    const asked = instancesOf(this.discovery, AttentionSource).filter(
      ({ ofDeployment }) => withDeployment || !ofDeployment,
    );
    const found = await Promise.all(asked.map((source) => source.needs(tenant, asker)));
    return found
      .flat()
      .filter(({ count }) => count > 0)
      .sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || (a.kind < b.kind ? -1 : 1));
  }
}
