/** A column whose values are encrypted with the encryption keys. */
export interface SealedColumn {
  /** The name of the table, as `schema.table`. */
  readonly table: string;
  readonly column: string;
  /** The column that identifies a row: unique, indexed, never null. */
  readonly key: string;
  /** The encryption context of a value, computed from the key of its row. Binary keys are passed as base64url. */
  readonly contextOf: (key: string) => string;
}

const columns = new Map<string, SealedColumn>();
const NAME = /^[a-z_]+(?:\.[a-z_]+)*$/;

/**
 * Declares an encrypted column, so that its values are encrypted again when the keys are rotated. Returns `contextOf`.
 * Code that encrypts or decrypts values must use the returned function, because the rotation uses it too.
 *
 * `const contextOf = sealedColumn('users.device', 'sealed_push_token', 'device_id', (id) => …)`
 */
export function sealedColumn<Context extends (key: string) => string>(
  table: `${string}.${string}`,
  column: string,
  key: string,
  contextOf: Context,
): Context {
  const name = `${table}.${column}`;
  if (!NAME.test(name) || !NAME.test(key)) throw new Error(`${name} is no name of a column`);
  if (columns.has(name)) throw new Error(`The sealed column ${name} is declared twice`);
  columns.set(name, { table, column, key, contextOf });
  return contextOf;
}

/** Every encrypted column that the loaded contexts declare. */
export const sealedColumns = (): SealedColumn[] => [...columns.values()];

export const nameOfColumn = ({ table, column }: SealedColumn): string => `${table}.${column}`;
