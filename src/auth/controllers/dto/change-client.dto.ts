import { ArrayField, oneOf, TextField } from '../../../shared/http/fields/index.js';
import { grantTypes, type GrantType } from '../../domain/client-profile.js';
import { knownScopes } from '../../domain/scopes.js';
import type { ClientChanges } from '../../services/clients.service.js';
import { ClientSettingsDto } from './client-settings.dto.js';
import { toKycSettings } from './kyc.dto.js';

/** What is left out stays as it is; `null` takes it away. */
export class ChangeClientDto extends ClientSettingsDto {
  @TextField({ max: 255, optional: true }) clientName?: string;
  @ArrayField(oneOf(grantTypes, 'GrantType'), { min: 1, max: 3, unique: true, optional: true })
  grantTypes?: GrantType[];
  @ArrayField(oneOf(knownScopes, 'Scope'), { min: 1, max: knownScopes.length, unique: true, optional: true })
  scopes?: string[];

  static toChanges({ kyc, ...changes }: ChangeClientDto): ClientChanges {
    return { ...changes, ...(kyc !== undefined && { kyc: kyc && toKycSettings(kyc) }) };
  }
}
