import {
  BooleanField,
  ChosenId,
  EnumField,
  IntegerField,
  listOf,
  TextField,
  UuidField,
} from '../../../shared/http/index.js';
import { devicePlatforms, LONGEST_DEVICE_NAME, type DeviceCard, type DevicePlatform } from '../device.js';

const DEVICE_ID = { example: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77' };
const NAME = { max: LONGEST_DEVICE_NAME, example: "Jane's phone" };
const TIMESTAMP = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };

export class DeviceParams {
  @ChosenId({ example: 'jane.doe' }) userId!: string;
  @UuidField(DEVICE_ID) deviceId!: string;
}

export class DeviceDto {
  @UuidField(DEVICE_ID) deviceId!: string;
  @TextField(NAME) name!: string;
  @EnumField(devicePlatforms, { name: 'DevicePlatform', example: 'ios' }) platform!: DevicePlatform;
  @BooleanField({ description: 'Whether to block the device. While it is blocked, its signatures are refused.' })
  blocked!: boolean;
  @IntegerField({ ...TIMESTAMP, description: 'When the device was registered, in milliseconds since 1970.' })
  registeredTs!: number;
  @IntegerField({
    ...TIMESTAMP,
    description: 'When the device was last used, in milliseconds since 1970, exact to the hour.',
  })
  lastSeenTs!: number;
  @TextField({
    min: 43,
    max: 43,
    example: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    description: "The thumbprint of the device's public key (RFC 7638, SHA-256, base64url).",
  })
  thumbprint!: string;

  static of(device: DeviceCard): DeviceDto {
    const { deviceId, name, platform, blocked, registeredAt, lastSeenAt, thumbprint } = device;
    const [registeredTs, lastSeenTs] = [registeredAt.getTime(), lastSeenAt.getTime()];
    return { deviceId, name, platform, blocked, registeredTs, lastSeenTs, thumbprint };
  }
}

export class DeviceListDto extends listOf('devices', () => DeviceDto) {}

/** The fields of a device that the enterprise may change. */
export class ChangeDeviceDto {
  @TextField({ ...NAME, optional: true }) name?: string;
  @BooleanField({
    optional: true,
    example: true,
    description: 'Whether the device is blocked. Its signatures are refused then.',
  })
  blocked?: boolean;
}
