import { TextField } from '../../../shared/http/fields/index.js';
import type { EnterpriseProfile } from '../../domain/enterprise-profile.js';
import { EnterpriseSettingsDto } from './enterprise-settings.dto.js';

/** Whatever is sent is changed. */
export class ChangeEnterpriseDto extends EnterpriseSettingsDto {
  @TextField({ max: 255, optional: true, example: 'Acme Bank' }) name?: string;

  static toChanges(dto: ChangeEnterpriseDto): Partial<EnterpriseProfile> {
    return Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));
  }
}
