/** How an enterprise looks on hosted pages and in messages. */
export interface Branding {
  readonly logoUri?: string;
  readonly color?: string;
  readonly privacyUri?: string;
  readonly termsUri?: string;
  readonly helpUri?: string;
}

/** Hours without push messages: local times `HH:MM` in an IANA time zone. They may span midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** Requests that its clients may make together. */
export interface RequestRate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface EnterpriseProfile {
  readonly name: string;
  readonly branding: Branding;
  /** Days for which a DELETED user can still be read before personal data is erased. */
  readonly retentionDays: number;
  /** Days without use after which an ACTIVE user becomes INACTIVE; `null` means never. */
  readonly inactivityDays: number | null;
  readonly quietHours: QuietHours | null;
  /** MiB of notifications and templates that it may store on a day; `null`: as many as the setting says. */
  readonly dailyNotificationMiB: number | null;
  /** `null`: as many requests as the settings say. */
  readonly rateLimit: RequestRate | null;
  /** Whether all its clients have to use PKCE for sign-ins. */
  readonly requirePkce: boolean;
}

export interface NewEnterprise extends EnterpriseProfile {
  readonly enterpriseId: string;
}

export const RETENTION_DAYS = 30;
export const LONGEST_DAYS = 3650;
export const MOST_DAILY_MIB = 1_048_576;

/** A name of the IANA database that this runtime knows. Offsets are refused, because they have no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;

export const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * DAY_MS);
