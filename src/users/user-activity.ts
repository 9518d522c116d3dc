/** Notes that users are active: those who are not for long fall INACTIVE. */
export abstract class UserActivity {
  /** Costs nothing to call with every request: it is written later, for many users at once. */
  abstract touch(sub: string): void;
}
