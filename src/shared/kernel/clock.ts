/**
 * The current time, for all rules that depend on it. A class rather than a function, so that tests can set the time.
 */
export abstract class Clock {
  abstract now(): Date;
}
