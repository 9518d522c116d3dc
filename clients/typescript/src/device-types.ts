export interface RegisteredDevice {
  readonly deviceId: string;
  readonly name: string;
}

export interface DeviceDetails {
  readonly name: string;
  /** The platform of the device. Default: `web`. */
  readonly platform?: 'web' | 'ios' | 'android';
  readonly pushToken?: string;
  /**
   * Whether `onStepUp` can answer the method `number`. If so, a user who approves a sign-in types the number that the
   * sign-in page shows, instead of choosing it from three.
   */
  readonly typesNumbers?: boolean;
}

/** A question on the other phones of the user: whether this device is theirs. */
export interface DeviceApproval {
  /** The number to show in large digits. The user chooses the same number on the other phone. */
  readonly number: string;
  /** The names of the phones that are asked. */
  readonly devices: readonly string[];
  readonly expiresAt: Date;
  /**
   * Waits for the answer, and registers the device. Fails with `approval_needed` if the user refuses or does not answer
   * in time. `signal` ends the wait.
   */
  registered(options?: { readonly signal?: { readonly aborted: boolean } }): Promise<RegisteredDevice>;
}

export interface Device {
  /** The device that this app has registered for the signed-in user, or null. */
  current(): Promise<RegisteredDevice | null>;
  /**
   * Registers this device. Call it within five minutes of a login. Fails with `approval_needed` if another phone must
   * approve it.
   */
  register(details: DeviceDetails): Promise<RegisteredDevice>;
  /** Asks on the other phones of the user whether this device is theirs. */
  requestApproval(details: DeviceDetails): Promise<DeviceApproval>;
  rename(name: string): Promise<RegisteredDevice>;
  setPushToken(token: string): Promise<void>;
  setTypesNumbers(typesNumbers: boolean): Promise<void>;
  remove(): Promise<void>;
}
