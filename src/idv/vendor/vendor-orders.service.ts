import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { UserDirectory } from '../../users/contract/index.js';
import type { Session } from '../sessions/session.entity.js';
import type { Holder } from '../engines/engine.port.js';
import type { VendorOrder } from './vendor.port.js';

/** Builds the verification orders that are sent to the vendor. */
@Injectable()
export class VendorOrders {
  constructor(
    private readonly users: UserDirectory,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async orderFor(session: Session): Promise<VendorOrder> {
    const pages = `${this.config.idvUrl}/IdvWebServer`;
    return {
      reference: session.sessionId,
      holder: await this.holderOf(session),
      documentTypes: session.settings.documentTypes,
      returnUrl: `${pages}/session/vendor`,
      webhookUrl: `${pages}/vendor/webhooks`,
    };
  }

  async holderOf({ sub }: Session): Promise<Holder> {
    const user = await this.users.find(sub);
    return { firstName: user?.firstName ?? null, lastName: user?.lastName ?? null };
  }
}
