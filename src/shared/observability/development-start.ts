/** A line of the start-up message: a label and a value, such as an address. */
export interface StartNote {
  readonly label: string;
  readonly value: string;
}

/**
 * Prepares a context on each start in development. Any module may provide one. It also runs if everything was prepared
 * by an earlier start, so it must be idempotent.
 */
export abstract class DevelopmentStart {
  /** Whether this provider runs after the others, because it needs their results. */
  readonly comesLast: boolean = false;

  abstract onDevelopmentStart(dataFolder: string): Promise<StartNote | readonly StartNote[] | undefined>;
}
