import type { JsonObject } from '../../shared/kernel/index.js';

/** The owner of an object: an enterprise in test or live mode. */
export interface Owner {
  readonly enterpriseId: string;
  readonly test: boolean;
}

/** The class that validates and documents the entries of one list in the files. */
export type EntryForm = new () => object;

/** The placeholder for a secret in exported files. When it is applied, the secret keeps its current value. */
export const KEPT = '(unchanged)';

/** The current state of an object: every member that files can set, including secrets. */
export interface PresentObject {
  readonly id: string;
  readonly members: JsonObject;
}

/**
 * A kind of object that configuration files can declare, such as clients. Extend this class in a provider of any
 * module. Each method calls the services of the management API.
 */
export abstract class ConfigurationKind {
  /** The name of the list in the files, as in the management API. */
  abstract readonly list: string;
  /** The member that identifies an object among those in the same list and with the same owner. */
  abstract readonly keyMember: string;
  /** Objects of kinds with lower ranks are created first and removed last. */
  abstract readonly rank: number;
  abstract readonly form: EntryForm;
  /** Whether the objects of this kind belong to an enterprise and to one of its modes, test or live. */
  abstract readonly isOwned: boolean;
  /** The members that cannot be changed after the object has been created. */
  readonly fixed: readonly string[] = [];
  /** The secret members, as JSON pointers into an entry. `*` matches any name. */
  readonly secrets: readonly string[] = [];
  /**
   * Removes an object. If a kind does not have this method, its objects are kept even if the files no longer declare
   * them.
   */
  remove?(owner: Owner, id: string): Promise<void>;

  keyOf({ [this.keyMember]: key }: JsonObject): string {
    return typeof key === 'string' ? key : '';
  }

  /** Returns every member that files can set. A member that the entry leaves out gets its default value. */
  abstract complete(entry: object): JsonObject;

  /** Throws the same error as the management API if members contradict each other. */
  check(_owner: Owner, _members: JsonObject): void {}

  /** Returns the keys of other objects of the same kind and owner that this one refers to. */
  refersTo(_members: JsonObject): readonly string[] {
    return [];
  }

  /**
   * Finds an object. `wanted` contains the members from the files. It is needed if only the hash of a secret is stored:
   * the secret in `wanted` is then compared with the hash.
   */
  abstract find(owner: Owner, key: string, wanted?: JsonObject): Promise<PresentObject | undefined>;

  /** Yields all existing objects, page by page. */
  abstract all(owner: Owner): AsyncIterable<PresentObject>;

  abstract create(owner: Owner, members: JsonObject): Promise<unknown>;

  /** Changes an object. `changed` contains the members that differ, with their new values. */
  abstract change(owner: Owner, present: PresentObject, changed: JsonObject): Promise<unknown>;
}
