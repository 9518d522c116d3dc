import type { JsonValue } from '../shared/kernel/json.js';
import type { UserRef } from './domain/users.events.js';

export interface PersonalDataSection {
  /** A member of the export: `sessions`, `notifications`. */
  readonly name: string;
  readonly data: JsonValue;
}

/**
 * What a context holds about a person, for whoever asks what we know of them. A provider of this kind in any module is
 * found. Neither secrets nor their hashes belong into it.
 */
export abstract class PersonalData {
  abstract section(ref: UserRef): Promise<PersonalDataSection>;
}
