/** A line of the start-up text: a name and an address. */
export interface StartNote {
  readonly label: string;
  readonly value: string;
}

/**
 * Prepares a context on each start in development. Providers of this kind are found in every module. It must be
 * repeatable, because it also runs when everything exists already.
 */
export abstract class DevelopmentStart {
  /** Providers that need the results of others run after them. */
  readonly comesLast: boolean = false;

  abstract onDevelopmentStart(dataFolder: string): Promise<StartNote | readonly StartNote[] | undefined>;
}
