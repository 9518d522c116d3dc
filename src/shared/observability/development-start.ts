/** A line of the start-up message: a label and a value, such as an address. */
export interface StartNote {
  readonly label: string;
  readonly value: string;
}

/**
 * Prepares a context each time the service starts in development, and returns lines for the start-up message. Any
 * module may provide one. It must be idempotent, because everything may have been prepared by an earlier start.
 */
export abstract class DevelopmentStart {
  /** Whether this provider runs after all the others, because it needs their results. */
  readonly comesLast: boolean = false;

  abstract onDevelopmentStart(dataFolder: string): Promise<StartNote | readonly StartNote[] | undefined>;
}
