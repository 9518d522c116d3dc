import type { JsonObject } from '../../shared/kernel/index.js';

/** The owner of an object: an enterprise in test or live mode. */
export interface Owner {
  readonly enterpriseId: string;
  readonly test: boolean;
}

/** A class whose fields check and document an entry of the files. */
export type EntryForm = new () => object;

/** The placeholder for a secret in exported files: the present value stays. */
export const KEPT = '(unchanged)';

/** An object as it is now: every member that files can set, secrets included. */
export interface PresentObject {
  readonly id: string;
  readonly members: JsonObject;
}

/**
 * A kind of object that configuration files can declare, such as clients. Every provider that extends this class is
 * found. Each method goes through the services of the management API.
 */
export abstract class ConfigurationKind {
  /** The name of the list in the files, as in the management API. */
  abstract readonly list: string;
  /** The member that names an object within its list and owner. */
  abstract readonly keyMember: string;
  /** Lower ranks are created first and removed last. */
  abstract readonly rank: number;
  abstract readonly form: EntryForm;
  /** Whether each object belongs to an enterprise in one mode (test or live). */
  abstract readonly isOwned: boolean;
  /** Members that cannot change after the object was created. */
  readonly fixed: readonly string[] = [];
  /** Places of secrets below an entry, as JSON pointers. `*` stands for any member. */
  readonly secrets: readonly string[] = [];
  /** Removes an object. Objects of a kind without this method are kept, even when pruning. */
  remove?(owner: Owner, id: string): Promise<void>;

  keyOf({ [this.keyMember]: key }: JsonObject): string {
    return typeof key === 'string' ? key : '';
  }

  /** Every member that files can set. Members that were left out get their default values. */
  abstract complete(entry: object): JsonObject;

  /** Fails like the API if members contradict each other. */
  check(_owner: Owner, _members: JsonObject): void {}

  /** Keys of entries of the same kind that this one refers to. */
  refersTo(_members: JsonObject): readonly string[] {
    return [];
  }

  /**
   * Finds an object. `wanted` has the members in the files: a secret that cannot be read is compared with the wanted
   * one.
   */
  abstract find(owner: Owner, key: string, wanted?: JsonObject): Promise<PresentObject | undefined>;

  /** All existing objects, page by page. */
  abstract all(owner: Owner): AsyncIterable<PresentObject>;

  abstract create(owner: Owner, members: JsonObject): Promise<unknown>;

  /** `changed` has the members that differ, with their new values. */
  abstract change(owner: Owner, present: PresentObject, changed: JsonObject): Promise<unknown>;
}
