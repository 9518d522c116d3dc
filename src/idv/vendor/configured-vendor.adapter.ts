import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../shared/kernel/index.js';
import { Outbound } from '../../shared/outbound/index.js';
import { LiveVendor, type IdvVendor } from './vendor.port.js';
import { HttpVendor } from './http-vendor.adapter.js';

/** The vendor that is named in the settings. */
@Injectable()
export class ConfiguredVendor extends LiveVendor {
  readonly #vendor: IdvVendor | undefined;
  readonly takesNewSessions: boolean;

  constructor(@Inject(CONFIG) config: Config, outbound: Outbound, clock: Clock) {
    super();
    const { idvVendorUrl: url, idvVendorToken: token, idvVendorWebhookSecret: webhookSecret } = config;
    this.takesNewSessions = config.idvEngine === 'vendor';
    if (url && token && webhookSecret) this.#vendor = new HttpVendor({ url, token, webhookSecret }, outbound, clock);
  }

  get(): IdvVendor | undefined {
    return this.#vendor;
  }
}
