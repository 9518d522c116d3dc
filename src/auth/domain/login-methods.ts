/** How users prove who they are, in the words of RFC 8176: the claim `amr`. */
export const BY_PASSWORD: readonly string[] = ['pwd'];

/**
 * They hold a key. Nobody attests where it is kept, hence neither `hwk` nor `swk`. The device that keeps it is made to
 * check who is there, by a PIN or by biometrics: a second factor, though which of them is not told.
 */
export const BY_PASSKEY: readonly string[] = ['pop', 'user', 'mfa'];
