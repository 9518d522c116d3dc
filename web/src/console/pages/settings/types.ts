export const ROLES = ['support', 'reviewer', 'security', 'developer', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const SECOND_FACTORS = ['approval', 'totp', 'recoveryCode'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** The rules of a group. Rules that are left out are the same as for everybody. */
export interface GroupRules {
  readonly group: string;
  readonly leastLevel: 1 | 2 | 3;
  readonly factors?: readonly SecondFactor[];
  readonly rememberBrowserDays?: number;
}

export interface Enterprise {
  readonly enterpriseId: string;
  readonly name: string;
  readonly branding: Readonly<Partial<Record<'logoUri' | 'color' | 'privacyUri' | 'termsUri' | 'helpUri', string>>>;
  readonly retentionDays: number;
  readonly inactivityDays: number | null;
  readonly quietHours: { readonly from: string; readonly to: string; readonly timeZone: string } | null;
  readonly dailyNotificationMiB: number | null;
  readonly rateLimit: { readonly perSecond: number; readonly burst: number } | null;
  readonly requirePkce: boolean;
  readonly signIn: {
    readonly recovery: 'off' | 'mail';
    readonly emailChange: boolean;
    readonly factorRecovery: 'off' | 'identity';
    readonly factorRecoveryHours: number;
    readonly newDevice: 'login' | 'approval';
    readonly leastLevel: 1 | 2 | 3;
    readonly factors: readonly SecondFactor[];
    readonly rememberBrowserDays: number;
    readonly groups: readonly GroupRules[];
  };
  /** The enterprise's server that delivers messages to users. The API never returns its secret. */
  readonly messages: { readonly url: string } | null;
  readonly createdTs: number;
  readonly updatedTs: number;
}
export interface Grant {
  readonly enterpriseId: string;
  readonly side: 'live' | 'test' | 'both';
  readonly role: string;
}
export const EVERYWHERE = '*';

export interface Operator {
  readonly id: string;
  readonly name: string;
  readonly emailId: string | null;
  readonly state: 'invited' | 'active' | 'blocked';
  readonly grants: readonly Grant[];
  readonly passkeys: number;
  readonly endsTs: number | null;
}
/**
 * Whether the grants make an owner of all enterprises on live data. Changes of such an operator need another owner, if
 * there is one.
 */
export const ownsAll = (grants: readonly Grant[]): boolean =>
  grants.some(({ enterpriseId, side, role }) => enterpriseId === EVERYWHERE && side !== 'test' && role === 'owner');

export interface MySession {
  readonly id: string;
  readonly current: boolean;
  readonly startedTs: number;
  readonly lastUsedTs: number;
  readonly address: string | null;
  readonly userAgent: string | null;
}
export interface RoleTable {
  readonly rights: readonly { readonly key: string; readonly title: string }[];
  readonly roles: readonly {
    readonly role: string;
    readonly may: readonly string[];
    readonly two: readonly string[];
  }[];
}

export interface SystemReport {
  readonly version: string;
  readonly node: string;
  readonly mode: string;
  readonly startedTs: number;
  readonly database: { readonly version: string; readonly bytes: number; readonly embedded: boolean };
  readonly migrations: { readonly applied: number; readonly newest: string | null; readonly pending: number };
  readonly processes: readonly { readonly startedTs: number; readonly address: string | null }[];
  readonly surfaces: readonly {
    readonly name: string;
    readonly title: string;
    readonly url: string;
    readonly open: boolean;
  }[];
  readonly worker: boolean;
  readonly work: readonly {
    readonly kind: string;
    readonly waiting: number;
    readonly parked: number;
    readonly overdueSeconds: number;
  }[];
  readonly certificates: readonly {
    readonly use: string;
    readonly subject: string;
    readonly notBeforeTs: number;
    readonly notAfterTs: number;
  }[];
  readonly chipTrust: {
    readonly states: readonly {
      readonly state: string;
      readonly authorities: number;
      readonly untilTs: number;
      readonly revocationsUntilTs: number | null;
    }[];
    readonly faults: readonly { readonly fault: string; readonly of: string }[];
  };
  readonly settings: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly default: string | null;
    readonly secret: boolean;
  }[];
}
interface ParkedThing {
  readonly id: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly parkedTs: number;
}
export type ParkedJob = ParkedThing & { readonly kind: string };
export type ParkedEvent = ParkedThing & { readonly type: string };

/** The alarms of the service that the operator gets. */
export interface MyAlarms {
  readonly mail: boolean;
  /** The address for alarm mails; null if the operator cannot be reached by mail. */
  readonly mailTo: string | null;
  readonly leastSeverity: 'warning' | 'critical';
  readonly url: string | null;
}
