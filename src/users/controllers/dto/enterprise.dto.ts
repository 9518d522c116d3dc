import { ChosenId, IntegerField, ObjectField, TextField } from '../../../shared/http/fields/index.js';
import { listOf } from '../../../shared/http/paging/list-of.js';
import type { Enterprise } from '../../entities/enterprise.entity.js';
import { BrandingDto, days, QuietHoursDto } from './enterprise-settings.dto.js';

const TIMESTAMP = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };

export class EnterpriseIdParam {
  @ChosenId({ example: 'acme' }) enterpriseId!: string;
}

export class EnterpriseDto {
  @ChosenId({ example: 'acme' }) enterpriseId!: string;
  @TextField({ max: 255, example: 'Acme Bank' }) name!: string;
  @ObjectField(() => BrandingDto) branding!: BrandingDto;
  @IntegerField({ ...days, example: 90 }) retentionDays!: number;
  @IntegerField({ ...days, nullable: true, example: 365 }) inactivityDays!: number | null;
  @ObjectField(() => QuietHoursDto, { nullable: true }) quietHours!: QuietHoursDto | null;
  @IntegerField({ ...TIMESTAMP, description: 'When it was made, in epoch milliseconds.' }) createdTs!: number;
  @IntegerField({ ...TIMESTAMP, description: 'When it was last changed, in epoch milliseconds.' }) updatedTs!: number;

  static of(enterprise: Enterprise): EnterpriseDto {
    return {
      enterpriseId: enterprise.enterpriseId,
      name: enterprise.name,
      branding: enterprise.branding,
      retentionDays: enterprise.retentionDays,
      inactivityDays: enterprise.inactivityDays,
      quietHours: enterprise.quietHours,
      createdTs: enterprise.createdAt.getTime(),
      updatedTs: enterprise.updatedAt.getTime(),
    };
  }
}

export class EnterpriseListDto extends listOf('enterprises', () => EnterpriseDto) {}
