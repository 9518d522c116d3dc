import type { PoolClient } from 'pg';

/**
 * A connection may break in the instant when it is handed from one user to the next and nobody listens: the driver's
 * event would then end the process. Whoever uses the connection learns of it by the statement that fails.
 */
export const outliveLoss = (client: PoolClient): void => {
  client.on('error', () => undefined);
};
