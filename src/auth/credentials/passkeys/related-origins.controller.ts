import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '../../../config.js';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';

/** Related origins (WebAuthn): allows the app, which is on another host, to use the passkeys of our host. */
@ApiTags('Metadata')
@Controller('.well-known')
@WithoutToken('browsers read it when an origin asks for a passkey')
@Throws(KernelErrors.tooManyRequests, KernelErrors.unexpected, KernelErrors.unavailable)
export class RelatedOriginsController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get('webauthn')
  @Header('Cache-Control', 'public, max-age=300')
  @ApiOperation({
    summary: 'Get the origins that may use passkeys',
    description:
      'Browsers read this document (WebAuthn Level 3, section 5.11, related origins). It allows the app on the mobile surface to use the passkeys of this domain.',
  })
  @ApiOkResponse({
    description: 'The list of origins.',
    schema: {
      type: 'object',
      required: ['origins'],
      properties: { origins: { type: 'array', items: { type: 'string', format: 'uri' } } },
      example: { origins: ['https://login.example.com', 'https://app.example.com'] },
    },
  })
  origins(): { readonly origins: readonly string[] } {
    return { origins: [this.config.authUrl, this.config.mobileUrl] };
  }
}
