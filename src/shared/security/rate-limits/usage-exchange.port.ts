/** Tells the other processes what was consumed here, and learns what they consumed since the last time. */
export abstract class UsageExchange {
  abstract exchange(mine: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
}
