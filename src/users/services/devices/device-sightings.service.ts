import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Sightings } from '../../../shared/events/pace/sightings.js';
import { Clock } from '../../../shared/kernel/clock.js';
import { DeviceRepository } from './device.repository.js';

/** When devices were last seen. */
@Injectable()
export class DeviceSightings implements BeforeApplicationShutdown {
  readonly #sightings: Sightings;

  constructor(devices: DeviceRepository, clock: Clock) {
    this.#sightings = new Sightings(DeviceSightings.name, clock, (ids, at) => devices.noteSeen(ids, at));
  }

  /** An id that is none would spoil the statement for the others in it. */
  note(deviceId: string): void {
    if (isUuid(deviceId)) this.#sightings.note(deviceId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  write(): Promise<void> {
    return this.#sightings.write();
  }
}
