/** A table whose rows have a keyed hash over the columns on which decisions depend. */
export interface SealedRow {
  /** The name of the table, as `schema.table`. */
  readonly table: string;
  /**
   * Whether the row's keyed hash covers a property. A property may be left out only if no decision depends on it, or if
   * another seal protects it.
   */
  readonly covers: (property: string) => boolean;
  /** Whether rows from the time before seals were introduced stay without a seal. If false, a job seals them. */
  readonly oldStayUnsealed: boolean;
}

/**
 * The column and the property that contain the seal of a row. The seal is null if the row was written by the previous
 * release.
 */
export const ROW_SEAL = { column: 'row_seal', property: 'rowSeal' } as const;

export interface WithRowSeal {
  rowSeal: string | null;
}

const sealed = new Map<unknown, SealedRow>();

type Covered<Row> =
  | { readonly except: readonly (keyof Row & string)[] }
  /** The seal covers only the listed properties, which must include the key of the row. */
  | { readonly only: readonly (keyof Row & string)[]; readonly oldStayUnsealed?: true };

/**
 * Declares an entity whose rows are sealed. `Tx` seals them when it writes. Code that bases a decision on a row must
 * first check the seal with `SealedRows`.
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

/** Every entity with sealed rows that the loaded contexts declare. */
export const sealedRows = (): [entity: unknown, row: SealedRow][] => [...sealed];
