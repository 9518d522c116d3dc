import { OmitType } from '@nestjs/swagger';
import { EnumField, IntegerField, TextField, UuidField } from '../../../shared/http/index.js';
import { ListUsersQuery } from '../../user-list/dto/user-list.dto.js';

const FORMATS = ['csv', 'ndjson'] as const;

/** The filters of the list. An export begins at its first row. */
export class AllowedExportQuery extends OmitType(ListUsersQuery, ['limit', 'cursor'] as const) {}

export class NewAllowedExportDto {
  @EnumField(FORMATS, { name: 'ExportFormat', example: 'csv', description: 'The format of the file.' })
  format!: (typeof FORMATS)[number];

  @TextField({
    max: 1000,
    optional: true,
    singleLine: false,
    example: 'The supervisors want all active customers',
    description:
      'The reason for the export. Operators must give it here or in the header `Reason`. It stays in the audit log.',
  })
  comments?: string;
}

export class AllowedExportIdParam {
  @UuidField() exportId!: string;
}

export class AllowedExportDto {
  @UuidField({ description: 'The id for `POST /v1/userExports/{exportId}/file`.' }) exportId!: string;
  @EnumField(FORMATS, { name: 'ExportFormat', example: 'csv' }) format!: (typeof FORMATS)[number];
  @IntegerField({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 1_767_225_600_000,
    description: 'The file cannot be downloaded after this time, in milliseconds since 1970.',
  })
  untilTs!: number;
}
