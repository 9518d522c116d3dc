import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { type FieldError, KernelErrors } from '../../shared/kernel/index.js';
import { Destinations } from '../../shared/outbound/index.js';
import { Sealer } from '../../shared/security/index.js';
import { Enterprise } from './enterprise.entity.js';
import type { MessageChannel } from './enterprise-profile.js';
import { KnownEnterprisesAdapter } from './known-enterprises.adapter.js';

const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;
const NO_SECRET = 'Must be whsec_ and 24 to 64 random bytes in base64.';

/**
 * Manages the message channels of enterprises. URL and secret are encrypted together, so that neither can be replaced
 * alone in the database.
 */
@Injectable()
export class MessageChannels {
  constructor(
    private readonly known: KnownEnterprisesAdapter,
    private readonly destinations: Destinations,
    private readonly sealer: Sealer,
  ) {}

  async ofEnterprise(enterpriseId: string): Promise<MessageChannel | null> {
    const enterprise = await this.known.row(enterpriseId);
    return enterprise ? this.of(enterprise) : null;
  }

  of({ enterpriseId, sealedMessages }: Pick<Enterprise, 'enterpriseId' | 'sealedMessages'>): MessageChannel | null {
    if (!sealedMessages) return null;
    return this.sealer.openJson(sealedMessages, Enterprise.sealContext(enterpriseId)) as unknown as MessageChannel;
  }

  set(enterprise: Enterprise, channel: MessageChannel | null): void {
    const { enterpriseId } = enterprise;
    enterprise.sealedMessages = channel && this.sealer.sealJson({ ...channel }, Enterprise.sealContext(enterpriseId));
  }

  /** Whether a change to the message channel would send codes to another URL, or sign them with another secret. */
  redirects(enterprise: Enterprise, channel: MessageChannel | null | undefined): boolean {
    return channel !== undefined && !isDeepStrictEqual(this.of(enterprise), channel && { ...channel });
  }

  /**
   * Throws if the message channel is invalid. With `keepsSecret`, the secret is only a placeholder for the stored one,
   * so its format is not checked.
   */
  refuseFaults(channel: MessageChannel | null | undefined, keepsSecret = false): void {
    if (!channel) return;
    const errors: FieldError[] = [];
    const fault = this.destinations.faultOfText(channel.url);
    if (fault !== undefined) errors.push({ pointer: '/messages/url', detail: `Cannot be called: ${fault}.` });
    if (!keepsSecret && !SECRET.test(channel.secret)) errors.push({ pointer: '/messages/secret', detail: NO_SECRET });
    if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
  }
}
