/** Why an amount is refused. `share`: the owner has used up its share. `budget`: too little is left for any owner. */
export type NoRoom = 'share' | 'budget';

/**
 * A total amount that several owners share. An owner may hold at most as much as it leaves free. If it is alone, that
 * is half of the total; if another owner holds a third, it is a third. So something is always left for one more owner.
 */
export class FairBudget {
  readonly #held = new Map<string, number>();
  #left: number;

  constructor(private readonly total: number) {
    this.#left = total;
  }

  get held(): number {
    return this.total - this.#left;
  }

  /** Returns why the owner cannot take this amount, or undefined if it can. */
  lacks(owner: string, amount: number): NoRoom | undefined {
    const before = this.#of(owner);
    const left = this.#left - amount;
    if (before + amount <= left) return undefined;
    return before > 0 && left >= 0 ? 'share' : 'budget';
  }

  take(owner: string, amount: number): NoRoom | undefined {
    const lack = this.lacks(owner, amount);
    if (lack) return lack;
    this.#held.set(owner, this.#of(owner) + amount);
    this.#left -= amount;
    return undefined;
  }

  giveBack(owner: string, amount: number): void {
    const held = this.#of(owner) - amount;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
    this.#left += amount;
  }

  #of(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }
}
