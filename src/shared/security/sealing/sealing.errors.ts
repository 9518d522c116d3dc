/** The bytes do not have the form of a sealed value: another column, a cut-off value, a version from the future. */
export class NotSealed extends Error {
  constructor(reason: string) {
    super(`This is not a sealed value: ${reason}`);
    this.name = 'NotSealed';
  }
}

/** Sealed with a key that has left the ring, or that this process was not yet given. */
export class UnknownSealingKey extends Error {
  constructor(readonly keyId: string) {
    super(
      `No key ${JSON.stringify(keyId)} in the ring (ENCRYPTION_KEYS): it was removed too early, or not yet given to this process`,
    );
    this.name = 'UnknownSealingKey';
  }
}

/**
 * Changed since it was sealed, or moved from where it was sealed for. GCM cannot tell the two apart, and neither can
 * anything else that an attacker could not also forge: both are one alarm.
 */
export class SealBroken extends Error {
  constructor(readonly context: string) {
    super(`The sealed value at "${context}" was altered, or was sealed for another place`);
    this.name = 'SealBroken';
  }
}
