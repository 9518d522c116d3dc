export interface Bill {
  readonly components: readonly Record<string, any>[];
}

export function billOfProgram(time: string): Bill;
export function billOfPackage(name: string, time: string): Bill;
export function licencesOf(bill: Bill): [name: string, licence: string][];
