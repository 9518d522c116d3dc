/** A line of the start-up text: a name and an address. */
export interface StartNote {
  readonly label: string;
  readonly value: string;
}

/**
 * Prepares a context on each start in development. Any module may provide one. It must be repeatable, because it also
 * runs when everything exists already.
 */
export abstract class DevelopmentStart {
  /** True for providers that need the results of others: they run after them. */
  readonly comesLast: boolean = false;

  abstract onDevelopmentStart(dataFolder: string): Promise<StartNote | readonly StartNote[] | undefined>;
}
