import { TextField } from '../../../shared/fields/index.js';

const CHANNEL_URL = {
  max: 2_048,
  pattern: /^https?:\/\/[!"$-~]+$/,
  format: 'uri',
  called: 'an absolute https URL without a fragment',
  example: 'https://messages.bank.example/countersign',
  description:
    'The address to which the service sends each message for a user of the enterprise, as a signed request. It must be a public `https` address without credentials or a fragment. In development mode, `http` on the same machine is also allowed.',
} as const;

/** The server that an enterprise's messages are sent to, and the secret (Standard Webhooks) used to sign the calls. */
export class MessageChannelDto {
  @TextField(CHANNEL_URL) url!: string;
  @TextField({
    max: 100,
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazpGrcy1q5c=',
    description:
      'The secret with which the calls are signed: `whsec_` and 24 to 64 random bytes in base64. You choose it, and no response contains it.',
  })
  secret!: string;
}

export class ShownMessageChannelDto {
  @TextField(CHANNEL_URL) url!: string;
}
