const LONGEST_WAIT_SECONDS = 3_600;

/** Seconds to wait after the nth failure: 1, 4, 16, … up to an hour, so that ten tries outlast an outage of hours. */
export const growingWait = (failures: number): number => spread(Math.min(4 ** (failures - 1), LONGEST_WAIT_SECONDS));

/** A fifth more or less, so that what failed together does not come back together. */
export const spread = (seconds: number): number => seconds * (0.8 + Math.random() * 0.4);
