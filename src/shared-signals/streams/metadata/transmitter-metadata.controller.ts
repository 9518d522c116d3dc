import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '../../../config.js';
import { ISSUER_PATH, issuerOf, WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { type JsonObject, KernelErrors } from '../../../shared/kernel/index.js';
import { deliveryMethods, SSF } from '../signal-stream.js';

const metadataOf = ({ authUrl, managementUrl }: Pick<Config, 'authUrl' | 'managementUrl'>): JsonObject => ({
  spec_version: '1_0',
  issuer: issuerOf({ authUrl }),
  jwks_uri: `${issuerOf({ authUrl })}/oauth/jwks`,
  delivery_methods_supported: [...deliveryMethods],
  configuration_endpoint: `${managementUrl}${SSF}/streams`,
  status_endpoint: `${managementUrl}${SSF}/status`,
  add_subject_endpoint: `${managementUrl}${SSF}/subjects/add`,
  remove_subject_endpoint: `${managementUrl}${SSF}/subjects/remove`,
  verification_endpoint: `${managementUrl}${SSF}/verify`,
  authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
  default_subjects: 'ALL',
});

const EXAMPLE = metadataOf({ authUrl: 'https://auth.example.com', managementUrl: 'https://api.example.com:9442' });

@ApiTags('Metadata')
@Controller('.well-known')
@WithoutToken('receivers read it before they have a token')
@Throws(KernelErrors.tooManyRequests, KernelErrors.unexpected, KernelErrors.unavailable)
export class TransmitterMetadataController {
  readonly #metadata: JsonObject;

  constructor(@Inject(CONFIG) config: Config) {
    this.#metadata = metadataOf(config);
  }

  /**
   * The Shared Signals Framework appends the issuer's path to the well-known path. Some receivers use only the host, so
   * both paths exist.
   */
  @Get(['ssf-configuration', `ssf-configuration${ISSUER_PATH}`])
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Access-Control-Allow-Origin', '*')
  @ApiOperation({
    summary: 'Get the metadata for receivers of shared signals',
    description:
      'Returns the metadata of the service as a transmitter of shared signals (OpenID Shared Signals Framework 1.0).',
  })
  @ApiOkResponse({
    description: 'The metadata.',
    schema: { type: 'object', additionalProperties: true, example: EXAMPLE },
  })
  published(): JsonObject {
    return this.#metadata;
  }
}
