/** A column whose values are encrypted with the encryption keys. */
export interface SealedColumn {
  /** `schema.table` */
  readonly table: string;
  readonly column: string;
  /** The column that identifies a row: unique, indexed, never null. */
  readonly key: string;
  /** The context that a value is sealed with, made from its row's key. Bytes of a key come as base64url. */
  readonly contextOf: (key: string) => string;
}

const columns = new Map<string, SealedColumn>();
const NAME = /^[a-z_]+(?:\.[a-z_]+)*$/;

/**
 * Declares a sealed column, so that it is sealed again when the encryption keys are rotated. Returns the function that
 * gives the context of a row's value. Sealing must use it, because resealing does.
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

/** Every sealed column that the loaded contexts declare. */
export const sealedColumns = (): SealedColumn[] => [...columns.values()];

export const nameOfColumn = ({ table, column }: SealedColumn): string => `${table}.${column}`;
