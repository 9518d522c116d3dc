/** Why an amount is refused: the owner has used up its share, or there is too little left in all. */
export type NoRoom = 'share' | 'budget';

/**
 * An amount that is divided between owners. An owner may take at most as much as it leaves free: half of it alone, or a
 * third next to another owner that has taken its maximum. So there is always room for one more owner.
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

  /** Returns why an owner cannot take this amount. Undefined if the owner can. */
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
