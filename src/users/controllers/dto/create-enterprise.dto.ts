import { ChosenId, TextField } from '../../../shared/http/fields/index.js';
import { RETENTION_DAYS, type NewEnterprise } from '../../domain/enterprise-profile.js';
import { EnterpriseSettingsDto } from './enterprise-settings.dto.js';

export class CreateEnterpriseDto extends EnterpriseSettingsDto {
  @ChosenId({ example: 'acme', description: 'Your own id of the enterprise. It never changes.' }) enterpriseId!: string;
  @TextField({ max: 255, example: 'Acme Bank', description: 'People read it on hosted pages.' }) name!: string;

  static toEnterprise(dto: CreateEnterpriseDto): NewEnterprise {
    return {
      enterpriseId: dto.enterpriseId,
      name: dto.name,
      branding: dto.branding ?? {},
      retentionDays: dto.retentionDays ?? RETENTION_DAYS,
      inactivityDays: dto.inactivityDays ?? null,
      quietHours: dto.quietHours ?? null,
    };
  }
}
