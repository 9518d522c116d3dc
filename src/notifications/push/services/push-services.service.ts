import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { DevicePlatform } from '../../../users/contract/index.js';
import type { PushService } from './push-service.port.js';

/** The push services that are configured. */
@Injectable()
export class PushServices implements BeforeApplicationShutdown {
  readonly #byPlatform: ReadonlyMap<DevicePlatform, PushService>;

  constructor(services: readonly PushService[]) {
    this.#byPlatform = new Map(services.map((service) => [service.platform, service]));
  }

  get areNone(): boolean {
    return this.#byPlatform.size === 0;
  }

  for(platform: DevicePlatform): PushService | undefined {
    return this.#byPlatform.get(platform);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.#byPlatform.values()].map((service) => service.close()));
  }
}
