/** The programs of one PostgreSQL, and its major version. */
export interface Binaries {
  readonly folder: string;
  readonly major: number;
}
