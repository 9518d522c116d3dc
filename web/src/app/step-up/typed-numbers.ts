import type { Client } from '@countersign/client';
import { preferences } from '../preferences.js';

const SAID = 'types-numbers';

/** Tells the service, once, that this app lets its user type the number of a page. */
export const typedNumbers = {
  said: (): void => preferences.write(SAID, 'yes'),

  /**
   * Tells the service that this app lets its user type numbers, if an earlier release registered the device without
   * saying so.
   */
  async say({ device }: Client): Promise<void> {
    if (preferences.read(SAID) !== undefined) return;
    await device.setTypesNumbers(true).then(typedNumbers.said, () => undefined);
  },
};
