import { Injectable } from '@nestjs/common';
import { Sealer } from '../../shared/security/index.js';
import { ClientSettings, type KycSettings, type VerificationSettings } from '../contract/index.js';
import { Client } from './client.entity.js';
import { ClientRegistry } from './client-registry.service.js';

/** Reads settings from the cache. Only the KYC credentials are decrypted at each call. */
@Injectable()
export class StoredClientSettings extends ClientSettings {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly sealer: Sealer,
  ) {
    super();
  }

  async verification(clientId: string): Promise<VerificationSettings | undefined> {
    const record = (await this.clients.find(clientId))?.record;
    if (!record) return undefined;
    const { idv, sealedKyc } = record;
    const kyc = sealedKyc && this.sealer.openJson(sealedKyc, Client.sealContext(clientId));
    return { idv: idv ?? {}, kyc: kyc as unknown as KycSettings | null };
  }
}
