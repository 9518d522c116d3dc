import type { Client } from '@countersign/node';

export type { Client };

export interface Key {
  readonly kid: string;
  readonly use: 'signing' | 'evidence';
  readonly algorithm: string;
  readonly state: 'NEXT' | 'ACTIVE' | 'RETIRED' | 'WITHDRAWN';
  readonly createdTs: number;
  readonly activatesTs: number | null;
  readonly activatedTs: number | null;
  readonly retiredTs: number | null;
}

const DAY = 86_400_000;
/** The age from which a secret is shown as old. */
export const OLD_DAYS = 180;

/** A client without sign-ins is a server, which acts for itself. The others act for people. */
export function kindOf({ grantTypes, applicationType, authMethod }: Client): 'server' | 'web' | 'app' {
  if (!grantTypes.includes('authorization_code')) return 'server';
  return applicationType === 'native' || authMethod === 'none' ? 'app' : 'web';
}

export const hasSecret = ({ authMethod }: Client): boolean => authMethod.startsWith('client_secret');

/** For how many days the newest secret is in use. */
export function secretDays({ secrets }: Client): number | undefined {
  const [newest] = secrets;
  return newest && Math.floor((Date.now() - newest.createdTs) / DAY);
}
