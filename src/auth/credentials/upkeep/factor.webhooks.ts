import { declareWebhookType } from '../../../webhooks/contract/index.js';
import type { CredentialsChanged } from '../../contract/index.js';

const FACTORS = ['password', 'passkey', 'totp', 'recoveryCodes', 'device'] as const;
const CHANGES = ['added', 'removed', 'changed', 'recovered', 'used'] as const;
const CHANGED_BY = ['user', 'enterprise'] as const;

export type FactorChange = CredentialsChanged['payload']['change'];

/** For each change to a user's credentials, the factor and the kind of change that the webhook reports. */
const told: Readonly<Record<FactorChange, readonly [(typeof FACTORS)[number], (typeof CHANGES)[number]]>> = {
  passkeyAdded: ['passkey', 'added'],
  passkeyRemoved: ['passkey', 'removed'],
  passwordChanged: ['password', 'changed'],
  recovered: ['password', 'recovered'],
  recoveredByPasskey: ['passkey', 'recovered'],
  recoveryCodesMade: ['recoveryCodes', 'added'],
  recoveryCodesRemoved: ['recoveryCodes', 'removed'],
  recoveryCodeUsed: ['recoveryCodes', 'used'],
  totpAdded: ['totp', 'added'],
  totpRemoved: ['totp', 'removed'],
};

export const userFactorChanged = declareWebhookType('user.factor_changed', {
  description:
    'The factors with which a user can sign in have changed. A factor was `added`, `removed`, `changed`, `used` (one of the recovery codes), or replaced after it was forgotten (`recovered`). The user is notified by mail, or on the other devices.',
  example: { userId: 'jane.doe', factor: 'totp', change: 'removed', changedBy: 'enterprise', test: false },
  schema: {
    type: 'object',
    required: ['userId', 'factor', 'change', 'changedBy', 'test'],
    properties: {
      userId: { type: 'string' },
      factor: {
        type: 'string',
        enum: [...FACTORS],
        description: '`totp`: an authenticator app. `device`: a phone that signs answers.',
      },
      change: { type: 'string', enum: [...CHANGES] },
      changedBy: {
        type: 'string',
        enum: [...CHANGED_BY],
        description: '`enterprise`: the change was made by an API call or by an operator.',
      },
      test: { type: 'boolean' },
    },
  },
});

export interface ToldChange {
  readonly factor: (typeof FACTORS)[number];
  readonly change: (typeof CHANGES)[number];
  readonly changedBy: (typeof CHANGED_BY)[number];
}

export function factorChangeOf({ change, by = 'user' }: CredentialsChanged['payload']): ToldChange {
  const [factor, happened] = told[change];
  return { factor, change: happened, changedBy: by };
}
