import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { EvidenceKeys, type PublishedKey } from '../../contract/index.js';

const EXAMPLE = {
  keys: [
    {
      ...{ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', kid: 'k1', x: '…', y: '…' },
      created_at: '2026-01-31T09:30:00.000Z',
    },
  ],
};

@ApiTags('Metadata')
@Controller('.well-known')
@WithoutToken('keys to verify evidence with are public')
@Throws(KernelErrors.tooManyRequests, KernelErrors.unexpected, KernelErrors.unavailable)
export class EvidenceKeysController {
  constructor(private readonly keys: EvidenceKeys) {}

  @Get('evidence-keys.json')
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Access-Control-Allow-Origin', '*')
  @ApiOperation({
    summary: 'Get the public keys that verify evidence',
    description:
      'Contains every key that has ever signed an evidence receipt. Keys are never removed. `created_at` and `retired_at` show the period in which a key was used. Store a copy of this document: you need nothing else from the service to verify evidence offline.',
  })
  @ApiOkResponse({
    description: 'A JSON Web Key Set (RFC 7517).',
    schema: {
      type: 'object',
      required: ['keys'],
      properties: { keys: { type: 'array', items: { type: 'object', additionalProperties: true } } },
      example: EXAMPLE,
    },
  })
  async published(): Promise<{ readonly keys: readonly PublishedKey[] }> {
    return { keys: await this.keys.published() };
  }
}
