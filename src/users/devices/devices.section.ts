import { Injectable } from '@nestjs/common';
import type { UserRef } from '../contract/users.events.js';
import { DeviceRepository } from './device.repository.js';
import { PersonalData, type PersonalDataSection } from '../contract/ports.js';

/** The section of a person's export with their current devices. */
@Injectable()
export class DevicesSection extends PersonalData {
  constructor(private readonly devices: DeviceRepository) {
    super();
  }

  async section(ref: UserRef): Promise<PersonalDataSection> {
    const data = (await this.devices.list(ref)).map((device) => {
      const { attestation, ...card } = this.devices.cardOf(device);
      return {
        ...card,
        ...(attestation && { attestation: { ...attestation } }),
        publicKey: { ...device.publicKey },
        registeredAt: card.registeredAt.toISOString(),
        lastSeenAt: card.lastSeenAt.toISOString(),
      };
    });
    return { name: 'devices', data };
  }
}
