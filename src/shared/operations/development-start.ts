/** A line of the start-up text: what there is, and where. */
export interface StartNote {
  readonly label: string;
  readonly value: string;
}

/**
 * What a context makes ready when it starts in development, each time: a provider of this kind in any module is found.
 * It must do no harm the second time, since it also runs when all is there already.
 */
export abstract class DevelopmentStart {
  abstract onDevelopmentStart(dataFolder: string): Promise<StartNote | undefined>;
}
