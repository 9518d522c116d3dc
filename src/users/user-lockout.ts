/** Blocks users who have used up their attempts. */
export abstract class UserLockout {
  /** Does nothing to a user who is blocked already, or whom no attempt can concern. */
  abstract block(sub: string): Promise<void>;
}
