import { Injectable } from '@nestjs/common';
import { PersonalData, type PersonalDataSection } from '../contract/ports.js';
import type { UserRef } from '../contract/users.events.js';
import { NO_ADDRESS } from '../addresses/address-change.entity.js';
import { AddressChangeRepository } from '../addresses/address-change.repository.js';
import { DeviceRepository } from '../devices/device.repository.js';
import { ActivationCodes } from '../activation/activation-codes.service.js';

/** Exports a user's recent changes of the mail address, as a section of the personal data. */
@Injectable()
export class AddressChangesSection extends PersonalData {
  constructor(private readonly changes: AddressChangeRepository) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const data = (await this.changes.of(sub)).map(({ state, fromEmail, toEmail, changedAt }) => ({
      state,
      fromEmail,
      toEmail: toEmail === NO_ADDRESS ? null : toEmail,
      changedAt: changedAt.toISOString(),
    }));
    return { name: 'addressChanges', data };
  }
}

/** Exports a user's current devices, as a section of the personal data. */
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

@Injectable()
export class ActivationCodeSection extends PersonalData {
  constructor(private readonly codes: ActivationCodes) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    return { name: 'activationCode', data: await this.codes.codeInfo(sub) };
  }
}
