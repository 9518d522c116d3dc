/** A table whose rows carry a keyed hash over the columns that decide something. */
export interface SealedRow {
  /** `schema.table` */
  readonly table: string;
  /** Whether the seal covers a property. What it does not cover decides nothing, or has a seal of its own. */
  readonly covers: (property: string) => boolean;
  /** Rows from before the seal keep no seal, if they were created before it began. Otherwise they are sealed by a job. */
  readonly oldStayUnsealed: boolean;
}

/** The column of the seal, and the property of the entity. Null in rows that the release before has written. */
export const ROW_SEAL = { column: 'row_seal', property: 'rowSeal' } as const;

export interface WithRowSeal {
  rowSeal: string | null;
}

const sealed = new Map<unknown, SealedRow>();

type Covered<Row> =
  | { readonly except: readonly (keyof Row & string)[] }
  /** Only the listed properties are covered. The list must contain the key of the row. */
  | { readonly only: readonly (keyof Row & string)[]; readonly oldStayUnsealed?: true };

/**
 * Declares an entity whose rows are sealed. `Tx` seals them when it writes; whoever reads a row to decide something asks
 * `SealedRows` whether the seal holds.
 */
export const Sealed =
  <Row extends WithRowSeal>(table: `${string}.${string}`, covered: Covered<Row>) =>
  (entity: abstract new () => Row): void => {
    const names: readonly string[] = 'only' in covered ? covered.only : covered.except;
    const covers = (property: string) =>
      property !== ROW_SEAL.property && names.includes(property) === 'only' in covered;
    sealed.set(entity, { table, covers, oldStayUnsealed: 'only' in covered && covered.oldStayUnsealed === true });
  };

export const sealedRowOf = (entity: unknown): SealedRow | undefined => sealed.get(entity);

/** Every entity with sealed rows of the loaded contexts. */
export const sealedRows = (): [entity: unknown, row: SealedRow][] => [...sealed];
