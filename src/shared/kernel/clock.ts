/** The time that rules depend on. A class, so that tests can set the time. */
export abstract class Clock {
  abstract now(): Date;
}
