export interface RegisteredDevice {
  readonly deviceId: string;
  readonly name: string;
}

export interface DeviceDetails {
  readonly name: string;
  /** Default: `web`. */
  readonly platform?: 'web' | 'ios' | 'android';
  readonly pushToken?: string;
  /** Whether `onStepUp` answers the method `number`. Sign-ins then ask for the number of the page in place of three. */
  readonly typesNumbers?: boolean;
}

/** A question on the other phones of the user: whether this device is theirs. */
export interface DeviceApproval {
  /** Show it large: the user chooses it on the other phone. */
  readonly number: string;
  /** The names of the phones that are asked. */
  readonly devices: readonly string[];
  readonly expiresAt: Date;
  /**
   * Waits for the answer, and registers the device. Fails with `approval_needed` when the user has refused it or nobody
   * has answered in time. `signal` ends the waiting.
   */
  registered(options?: { readonly signal?: { readonly aborted: boolean } }): Promise<RegisteredDevice>;
}

export interface Device {
  /** The device that this app has registered for the user who is signed in. */
  current(): Promise<RegisteredDevice | null>;
  /** Within five minutes of a login. Fails with `approval_needed` where another phone has to approve this one. */
  register(details: DeviceDetails): Promise<RegisteredDevice>;
  /** Asks on the other phones of the user whether this device is theirs. */
  requestApproval(details: DeviceDetails): Promise<DeviceApproval>;
  rename(name: string): Promise<RegisteredDevice>;
  setPushToken(token: string): Promise<void>;
  setTypesNumbers(typesNumbers: boolean): Promise<void>;
  remove(): Promise<void>;
}
