import { ApiProperty } from '@nestjs/swagger';
import { TextField, TimeField, UuidField, ChosenId } from '../../../shared/http/fields/index.js';
import type { Evidence, EvidenceContent, EvidenceDevice } from '@countersign/evidence';

const ANYTHING = { type: 'object', additionalProperties: true } as const;

class EvidenceContentDto implements EvidenceContent {
  @ApiProperty({ type: 'array', items: ANYTHING, description: 'In their order.' }) actions!: object[];
  @ApiProperty({ type: 'array', items: ANYTHING, description: 'By `lng`.' }) body!: object[];
}

class EvidenceDeviceDto implements EvidenceDevice {
  @UuidField() device_id!: string;
  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(['kty', 'crv', 'x', 'y'].map((name) => [name, { type: 'string' }])),
    required: ['kty', 'crv', 'x', 'y'],
    description: 'A JWK.',
  })
  public_key!: EvidenceDevice['public_key'];

  @TimeField() registered_at!: string;
  @ChosenId({ example: 'jane.doe' }) user_id!: string;
}

export class EvidenceDto implements Evidence {
  @TextField({ max: 4_096, description: "The device's JWS." }) statement!: string;
  @ApiProperty({ type: EvidenceContentDto, description: 'What was asked.' }) content!: EvidenceContentDto;
  @ApiProperty({ type: EvidenceDeviceDto, description: 'Whose key it was.' }) device!: EvidenceDeviceDto;
  @TextField({ max: 4_096, description: 'Our JWS over the rest of it.' }) receipt!: string;
}
