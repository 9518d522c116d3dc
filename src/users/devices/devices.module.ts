import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Devices } from '../contract/devices.port.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { UserModule } from '../user/user.module.js';
import { DeviceAttestations } from './attestation/device-attestations.service.js';
import { DeviceHits } from './device-hits.adapter.js';
import { DeviceLastSeen } from './device-last-seen.service.js';
import { DeviceProofs } from './registration/device-proofs.service.js';
import { Device } from './device.entity.js';
import { DeviceRepository } from './device.repository.js';
import { DevicesController } from './devices.controller.js';
import { DevicesSection } from './devices.section.js';
import { DevicesService } from './devices.service.js';
import { PurgeDeviceNonces } from './registration/purge-device-nonces.job.js';
import { NewPhones } from './registration/new-phones.service.js';
import { DeviceRegistrar } from './registration/device-registrar.service.js';

/** The devices that users sign with. */
@Module({
  imports: [DiscoveryModule, EnterprisesModule, UserModule, TypeOrmModule.forFeature([Device])],
  controllers: [DevicesController],
  providers: [
    DeviceAttestations,
    DeviceHits,
    DeviceLastSeen,
    DeviceProofs,
    DeviceRepository,
    DevicesSection,
    DevicesService,
    NewPhones,
    PurgeDeviceNonces,
    DeviceRegistrar,
    { provide: Devices, useExisting: DevicesService },
  ],
  exports: [Devices, DevicesService],
})
export class DevicesModule {}
