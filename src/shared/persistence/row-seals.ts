import { Injectable } from '@nestjs/common';
import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { canonicalJson, type JsonValue, sealedRowOf, type WithRowSeal } from '../kernel/index.js';

interface KeyedHash {
  hash(value: string, purpose: string): string;
  matches(stored: string, value: string, purpose: string): boolean;
}

/**
 * Computes the seals of rows, which are keyed hashes. The key is set after construction, because it is read from the
 * database.
 */
@Injectable()
export class RowSeals {
  #index: KeyedHash | undefined;

  openWith(index: KeyedHash): void {
    this.#index = index;
  }

  /** Sets the seal (a keyed hash) of a row that is about to be written, if rows of its entity have seals. */
  seal(metadata: EntityMetadata, row: ObjectLiteral): void {
    const kind = kindOf(metadata);
    if (kind) (row as WithRowSeal).rowSeal = this.#key.hash(kind.text(row), kind.purpose);
  }

  /**
   * Computes a new seal (keyed hash) for a changed row. If the row had no seal or an invalid one, it does not get a
   * valid one, because that would hide an earlier manipulation.
   */
  sealAgain(metadata: EntityMetadata, row: ObjectLiteral, before: ObjectLiteral): void {
    const kind = kindOf(metadata);
    const { rowSeal } = before as Partial<WithRowSeal>;
    if (!kind || !rowSeal || kind.text(row) === kind.text(before)) return;
    if (this.matches(metadata, before, rowSeal)) this.seal(metadata, row);
  }

  matches(metadata: EntityMetadata, row: ObjectLiteral, seal: string): boolean {
    const kind = kindOf(metadata);
    return kind !== undefined && this.#key.matches(seal, kind.text(row), kind.purpose);
  }

  get #key(): KeyedHash {
    if (!this.#index) throw new Error('The key that seals rows is not open');
    return this.#index;
  }
}

interface Kind {
  readonly purpose: string;
  text(row: ObjectLiteral): string;
}

const kinds = new WeakMap<EntityMetadata, Kind | { readonly none: true }>();

function kindOf(metadata: EntityMetadata): Kind | undefined {
  const known = kinds.get(metadata) ?? newKind(metadata);
  kinds.set(metadata, known);
  return 'none' in known ? undefined : known;
}

/**
 * Defines how the seals (keyed hashes) of an entity's rows are computed. The hashed text contains each column by name,
 * except columns that are null, `false` or an empty list. So a column that a later release adds changes no seal until
 * it has a value.
 */
function newKind({ target, columns }: EntityMetadata): Kind | { readonly none: true } {
  const sealed = sealedRowOf(target);
  if (!sealed) return { none: true };
  const covered = columns.filter(({ propertyName }) => sealed.covers(propertyName));
  return {
    purpose: `shared/row-seal/${sealed.table}`,
    text: (row) => {
      const values = covered.map((column) => [column.databaseName, plain(column.getEntityValue(row))] as const);
      return canonicalJson(Object.fromEntries(values.filter(([, value]) => !isUnset(value))));
    },
  };
}

/**
 * Converts a value to the one that the database will return for it, so that a seal computed before storing a row still
 * matches afterwards.
 */
function plain(value: unknown): JsonValue {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64url');
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
}

const isUnset = (value: JsonValue): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);
