import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Tenant } from '../../shared/kernel/index.js';
import { FaceStepUps } from '../contract/ports.js';
import { type AskedCheck, type CheckedUser, IdentityChecks, type OpenedCheck } from '../../auth/contract/index.js';
import { LiveVendor } from '../vendor/vendor.port.js';
import { idvUrlOf } from './dto/web-token.dto.js';
import { WebTokens } from './web-tokens.service.js';

/** How many seconds the user has to open the page of the face check. */
const SECONDS_TO_START = 900;

/**
 * Opens sessions in which users prove their identity by their face when a sign-in requires it. Live users whom a vendor
 * verifies cannot use this, because vendors send us no picture of the face.
 */
@Injectable()
export class IdentityChecksByWebToken extends IdentityChecks {
  constructor(
    private readonly faces: FaceStepUps,
    private readonly vendor: LiveVendor,
    private readonly webTokens: WebTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async isOffered({ sub, test }: CheckedUser): Promise<boolean> {
    return (test || !this.vendor.takesNewSessions) && (await this.faces.isOffered(sub));
  }

  async open({ userId, enterpriseId, test }: CheckedUser, asked: AskedCheck): Promise<OpenedCheck> {
    const opened = await this.webTokens.open(Tenant.of(enterpriseId, test), {
      ...asked,
      ...{ userId, errorUrl: null, language: null, payload: null },
      ...{ expiresIn: SECONDS_TO_START, keptFace: true },
    });
    return { sessionId: opened.session.sessionId, url: idvUrlOf(opened.token, this.config.idvUrl) };
  }
}
