import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { issuerOf, WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { enterpriseScopes, mobileScopes } from '../tokens/token-plan.js';

const SCOPES = { management: enterpriseScopes, mobile: mobileScopes } as const;
const isResource = (name: string | undefined): name is keyof typeof SCOPES =>
  name === 'management' || name === 'mobile';

/**
 * Protected-resource metadata (RFC 9728) of the management API and the mobile API, which accept access tokens. Agents
 * and libraries use it to find the issuer.
 */
@ApiExcludeController()
@WithoutToken('the addresses and the scopes of the surfaces are public')
@Throws(KernelErrors.notFound)
@Controller()
export class ResourceMetadataController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get('.well-known/oauth-protected-resource')
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Access-Control-Allow-Origin', '*')
  metadata(@Req() { surface }: Request): Record<string, unknown> {
    const name = surface?.name;
    if (!surface || !isResource(name)) throw KernelErrors.notFound();
    return {
      resource: surface.url(this.config),
      authorization_servers: [issuerOf(this.config)],
      scopes_supported: [...SCOPES[name]],
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: ['ES256'],
      resource_name: surface.title,
      resource_documentation: `${this.config.managementUrl}/docs`,
    };
  }
}
