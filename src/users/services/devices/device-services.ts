import { DeviceProofs } from './device-proofs.service.js';
import { DeviceSightings } from './device-sightings.service.js';
import { DeviceRepository } from './device.repository.js';
import { DevicesSection } from './devices.section.js';
import { DevicesService } from './devices.service.js';
import { PurgeDeviceNonces } from './purge-device-nonces.job.js';
import { RegisterDevice } from './register-device.service.js';

export const deviceServices = [
  DeviceProofs,
  DeviceRepository,
  DeviceSightings,
  DevicesSection,
  DevicesService,
  PurgeDeviceNonces,
  RegisterDevice,
];
