import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { KernelErrors } from '../../kernel/index.js';
import { domainErrorOf } from './domain-error-of.js';

const MISSING = '/nowhere/at/all';

describe('An error of the system', () => {
  it('is temporary when the socket of the database is missing', async () => {
    const failed = new Promise((resolve) => connect(MISSING).on('error', resolve));
    expect(domainErrorOf(await failed).kind).toBe(KernelErrors.unavailable);
  });

  it('is a fault of the service when a file is missing', async () => {
    const failed = await readFile(MISSING).catch((error: unknown) => error);
    expect(domainErrorOf(failed).kind).toBe(KernelErrors.unexpected);
  });
});
