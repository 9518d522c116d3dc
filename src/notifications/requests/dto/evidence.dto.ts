import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ChosenId, TextField, TimeField, UuidField } from '../../../shared/fields/index.js';
import type {
  ApprovedRequest,
  Evidence,
  EvidenceAttestation,
  EvidenceContent,
  EvidenceDevice,
} from '@countersign/evidence';

const ANYTHING = { type: 'object', additionalProperties: true } as const;

class EvidenceContentDto implements EvidenceContent {
  @ApiProperty({
    type: 'array',
    items: ANYTHING,
    description: 'The actions from which the user could choose, in the order in which they were sent.',
  })
  actions!: object[];
  @ApiProperty({
    type: 'array',
    items: ANYTHING,
    description: 'The texts, one element for each language, sorted by `lng`.',
  })
  body!: object[];
}

class EvidenceDeviceDto implements EvidenceDevice {
  @UuidField() device_id!: string;
  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(['kty', 'crv', 'x', 'y'].map((name) => [name, { type: 'string' }])),
    required: ['kty', 'crv', 'x', 'y'],
    description: 'The public key of the device, as a JWK.',
  })
  public_key!: EvidenceDevice['public_key'];

  @TimeField() registered_at!: string;
  @ChosenId({ example: 'jane.doe' }) user_id!: string;
  @ApiPropertyOptional({
    ...ANYTHING,
    description:
      'The manufacturer’s attestation of the device’s key: `format`, `verdict`, `protection`, the time, and the `statement` as the app sent it. Absent if the app sent no attestation.',
  })
  attestation?: EvidenceAttestation;
}

export class EvidenceDto implements Evidence {
  @TextField({ max: 4_096, description: 'The JWS that the device signed.' }) statement!: string;
  @ApiProperty({ type: EvidenceContentDto, description: 'The content about which the user was asked.' })
  content!: EvidenceContentDto;
  @ApiProperty({ type: EvidenceDeviceDto, description: 'The device that signed the answer.' })
  device!: EvidenceDeviceDto;
  @ApiPropertyOptional({
    ...ANYTHING,
    description:
      'What the user approved, in machine-readable form: the client, its `binding_message` and `authorization_details`, and the template of the text. Present for the kinds `approval` and `signature`. The value of the answer ends with the digest of this member, computed without `texts`.',
  })
  request?: ApprovedRequest;
  @TextField({ max: 4_096, description: 'A JWS that is signed by this service and confirms all other members.' })
  receipt!: string;
}
