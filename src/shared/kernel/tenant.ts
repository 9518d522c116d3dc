/** The data that a call may access: that of one enterprise, either live or test data, never both. */
export class Tenant {
  readonly #brand = true;

  private constructor(
    readonly enterpriseId: string,
    readonly test: boolean,
  ) {}

  static of(enterpriseId: string, test: boolean): Tenant {
    return new Tenant(enterpriseId, test);
  }

  /** Access to all tenants, for jobs and commands. The `reason` tells code reviewers why it is necessary. */
  static all(reason: string): AllTenants {
    return new AllTenants(reason);
  }

  /** A string that identifies the tenant, as a key in a map or as a lane of jobs. */
  get key(): string {
    return `${this.enterpriseId}/${this.test}`;
  }

  equals(other: Tenant): boolean {
    return #brand in other && this.enterpriseId === other.enterpriseId && this.test === other.test;
  }
}

export class AllTenants {
  readonly #brand = true;

  constructor(readonly reason: string) {
    if (!reason) throw new Error('Acting for all tenants needs a reason');
  }

  static is(value: unknown): value is AllTenants {
    return typeof value === 'object' && value !== null && #brand in value;
  }
}
