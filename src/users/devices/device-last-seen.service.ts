import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Clock } from '../../shared/kernel/index.js';
import { DeviceRepository } from './device.repository.js';
import { LastSeenBuffer } from '../../shared/jobs/index.js';

/** Records when devices were last seen, for many devices at once. */
@Injectable()
export class DeviceLastSeen implements BeforeApplicationShutdown {
  readonly #lastSeen: LastSeenBuffer;

  constructor(devices: DeviceRepository, clock: Clock) {
    this.#lastSeen = new LastSeenBuffer(DeviceLastSeen.name, clock, (ids, at) => devices.noteSeen(ids, at));
  }

  /**
   * Notes that a device was seen. Ignores malformed ids, because they would make the statement fail for all other
   * devices.
   */
  note(deviceId: string): void {
    if (isUuid(deviceId)) this.#lastSeen.note(deviceId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  write(): Promise<void> {
    return this.#lastSeen.write();
  }
}
