import {
  BooleanField,
  ChosenId,
  EnumField,
  IntegerField,
  listOf,
  ObjectField,
  TextField,
  TimeField,
  UuidField,
} from '../../../shared/fields/index.js';
import {
  type AttestationFormat,
  attestationFormats,
  type UnverifiedReason,
  unverifiedReasons,
} from '../attestation/device-attestation.js';
import {
  type AttestationVerdict,
  devicePlatforms,
  LONGEST_DEVICE_NAME,
  type DeviceCard,
  type DevicePlatform,
} from '../device.js';

const DEVICE_ID = { example: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77' };
const NAME = { max: LONGEST_DEVICE_NAME, example: "Jane's phone" };
const TIMESTAMP = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };

export class DeviceParams {
  @ChosenId({ example: 'jane.doe' }) userId!: string;
  @UuidField(DEVICE_ID) deviceId!: string;
}

class DeviceAttestationDto {
  @EnumField(attestationFormats, { name: 'AttestationFormat', example: 'android-key' }) format!: AttestationFormat;
  @EnumField(['verified', 'unverified'], {
    name: 'AttestationVerdict',
    example: 'verified',
    description:
      '`verified`: the attestation belongs to the key of the device, and its certificates lead to a root certificate that the operator trusts. `unverified`: the attestation belongs to the key but is not verified, and `because` states the reason.',
  })
  verdict!: 'verified' | 'unverified';
  @EnumField(unverifiedReasons, {
    name: 'UnverifiedReason',
    optional: true,
    example: 'unknown_root',
    description: 'Why the attestation is not verified.',
  })
  because?: UnverifiedReason;
  @TextField({
    max: 64,
    example: 'strongbox',
    description:
      'Where the key is stored, or what vouches for it: `software`, `tee` or `strongbox` on Android, `secure_enclave` on iOS, or the format of a WebAuthn attestation.',
  })
  protection!: string;
  @TextField({ max: 255, optional: true, example: 'com.example.bank', description: 'The app that requested the key.' })
  app?: string;
  @TimeField({ example: '2026-06-01T12:00:00.000Z', description: 'When the attestation was checked.' })
  checkedAt!: string;

  static of({ checked_at: checkedAt, ...verdict }: AttestationVerdict): DeviceAttestationDto {
    return { ...verdict, checkedAt };
  }
}

export class DeviceDto {
  @UuidField(DEVICE_ID) deviceId!: string;
  @TextField(NAME) name!: string;
  @EnumField(devicePlatforms, { name: 'DevicePlatform', example: 'ios' }) platform!: DevicePlatform;
  @BooleanField({ description: 'Whether the device is blocked. While it is blocked, its signatures are refused.' })
  blocked!: boolean;
  @IntegerField({ ...TIMESTAMP, description: 'When the device was registered, in milliseconds since 1970.' })
  registeredTs!: number;
  @IntegerField({
    ...TIMESTAMP,
    description: 'When the device was last used, in milliseconds since 1970, accurate to the hour.',
  })
  lastSeenTs!: number;
  @TextField({
    min: 43,
    max: 43,
    example: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    description: "The thumbprint of the device's public key (RFC 7638, SHA-256, base64url).",
  })
  thumbprint!: string;
  @ObjectField(() => DeviceAttestationDto, {
    optional: true,
    description: 'The manufacturer’s attestation of the device’s key. Absent if the app sent no attestation.',
  })
  attestation?: DeviceAttestationDto;

  static of(device: DeviceCard): DeviceDto {
    const { attestation, deviceId, name, platform, blocked, registeredAt, lastSeenAt, thumbprint } = device;
    const [registeredTs, lastSeenTs] = [registeredAt.getTime(), lastSeenAt.getTime()];
    const withAttestation = attestation && { attestation: DeviceAttestationDto.of(attestation) };
    return { deviceId, name, platform, blocked, registeredTs, lastSeenTs, thumbprint, ...withAttestation };
  }
}

export class DeviceListDto extends listOf('devices', () => DeviceDto) {}

/** The fields of a device that the enterprise may change. */
export class ChangeDeviceDto {
  @TextField({ ...NAME, optional: true }) name?: string;
  @BooleanField({
    optional: true,
    example: true,
    description: 'Whether to block the device. While it is blocked, its signatures are refused.',
  })
  blocked?: boolean;
}
