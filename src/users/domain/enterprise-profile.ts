/** How an enterprise looks on hosted pages and in messages. */
export interface Branding {
  readonly logoUri?: string;
  readonly color?: string;
}

/** When nobody is to be disturbed: local times, `HH:MM`, and the IANA time zone they are meant in. May span midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export interface EnterpriseProfile {
  readonly name: string;
  readonly branding: Branding;
  /** How long a DELETED user is still read before everything personal is erased. */
  readonly retentionDays: number;
  /** After how many unused days an ACTIVE user falls INACTIVE; `null`: never. */
  readonly inactivityDays: number | null;
  readonly quietHours: QuietHours | null;
}

export interface NewEnterprise extends EnterpriseProfile {
  readonly enterpriseId: string;
}

export const RETENTION_DAYS = 30;
export const LONGEST_DAYS = 3650;

/** A name of the IANA database that this runtime knows. It would also take offsets, which know no summer time. */
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
