/** How other operators see an operator. */
export interface OperatorCard {
  readonly sub: string;
  readonly name: string;
  readonly emailId: string | null;
}

export abstract class OperatorNames {
  /** Operators who were removed are left out. */
  abstract of(subs: readonly string[]): Promise<ReadonlyMap<string, OperatorCard>>;
}
