/** A position in configuration files. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A fault in configuration files, described for their author. */
export interface FileFault extends Place {
  /** The field, as a JSON pointer into its entry. */
  readonly field?: string | undefined;
  readonly detail: string;
}

/** An item of a list in configuration files. */
export interface FileEntry extends Place {
  readonly list: string;
  readonly value: unknown;
  /** Returns the line of a field, given as a JSON pointer. If the entry lacks the field, returns the nearest line. */
  readonly lineOf: (field: string) => number;
}

export interface ReadFiles {
  readonly entries: readonly FileEntry[];
  readonly faults: readonly FileFault[];
}

export const writtenFault = ({ file, line, field, detail }: FileFault): string =>
  [`${file}:${line}`, field, detail].filter(Boolean).join(': ');
