/** The name and mail address of an operator, as shown to other operators. */
export interface OperatorCard {
  readonly sub: string;
  readonly name: string;
  readonly emailId: string | null;
}

export abstract class OperatorNames {
  /** Returns the names and mail addresses of operators, by `sub`. Operators who have been removed are left out. */
  abstract of(subs: readonly string[]): Promise<ReadonlyMap<string, OperatorCard>>;
}
