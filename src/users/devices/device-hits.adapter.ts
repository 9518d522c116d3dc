import { Injectable } from '@nestjs/common';
import { type Hit, type SearchedBy, SearchSource, type Sought } from '../../search/contract/index.js';
import { DeviceRepository } from './device.repository.js';

/** Finds a device by its id, for the operators' search. */
@Injectable()
export class DeviceHits extends SearchSource {
  override readonly scope = 'users:read';

  constructor(private readonly devices: DeviceRepository) {
    super();
  }

  async find({ shape, text }: Sought, { tenant }: SearchedBy): Promise<readonly Hit[]> {
    const found = shape === 'uuid' ? await this.devices.ofTenant(tenant, text) : undefined;
    return found ? [{ kind: 'device', id: text, title: found.name, within: null, ...found }] : [];
  }
}
