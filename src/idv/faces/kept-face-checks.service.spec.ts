import { Tenant } from '../../shared/kernel/index.js';
import { Engines } from '../engines/engines.service.js';
import { KeptFaceChecks } from './kept-face-checks.service.js';

const checksOf = (test: boolean, model = 'sandbox'): KeptFaceChecks => {
  const kept = { sub: 'sub', tenant: Tenant.of('default', test), template: { model, values: [] } };
  const templates = { find: () => Promise.resolve(kept) };
  const engines = new Engines({ get: () => undefined });
  const index = { hash: (text: string) => text };
  return new KeptFaceChecks(templates as never, engines, {} as never, index as never);
};

describe('A kept face', () => {
  it('is not asked for where no engine is installed, and confirms nothing', async () => {
    expect(await checksOf(false).begin('sub', 'step-up 1')).toBeUndefined();
    expect(await checksOf(false).isRight('sub', 'step-up 1', [])).toBe(false);
  });

  it('is not asked for where it is of a model that is not there any more', async () => {
    expect(await checksOf(true, 'another').begin('sub', 'step-up 1')).toBeUndefined();
  });

  it('is asked for in test mode, which has an engine of its own', async () => {
    expect(await checksOf(true).begin('sub', 'step-up 1')).toMatchObject({ steps: expect.any(Array) });
  });
});
