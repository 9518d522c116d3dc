import { OmitType } from '@nestjs/swagger';
import { ArrayField, chosenId, EnumField, IntegerField, TextField, UuidField } from '../../../shared/fields/index.js';
import { ListUsersQuery, MOST } from '../../user-list/dto/user-list.dto.js';

const FORMATS = ['csv', 'ndjson'] as const;

/**
 * The filters of the user list, without paging, because an export starts at the first row. `userIds` is in the body
 * instead, which has room for more ids than a query string.
 */
export class AllowedExportQuery extends OmitType(ListUsersQuery, ['limit', 'cursor', 'userIds'] as const) {}

export class NewAllowedExportDto {
  @EnumField(FORMATS, { name: 'ExportFormat', example: 'csv', description: 'The format of the file.' })
  format!: (typeof FORMATS)[number];

  @ArrayField(chosenId(), {
    min: 1,
    max: MOST,
    optional: true,
    example: ['jane.doe', 'john.roe'],
    description:
      'Export only these users. An id that is repeated counts once. You can combine this field only with `status` and `group`.',
  })
  userIds?: string[];

  @TextField({
    max: 1000,
    optional: true,
    singleLine: false,
    example: 'The supervisors want all active customers',
    description:
      'The reason for the export. Operators must give it here or in the header `Reason`. It remains in the audit log.',
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
