import type { Client } from '@countersign/client';
import { preferences } from '../preferences.js';

const SAID = 'types-numbers';

/**
 * Whether the service knows that the user of this app can type the number that the sign-in page shows, instead of
 * choosing it.
 */
export const typedNumbers = {
  said: (): void => preferences.write(SAID, 'yes'),

  /**
   * Tells the service once that the user can type numbers. An earlier release registered devices without telling the
   * service.
   */
  async say({ device }: Client): Promise<void> {
    if (preferences.read(SAID) !== undefined) return;
    await device.setTypesNumbers(true).then(typedNumbers.said, () => undefined);
  },
};
