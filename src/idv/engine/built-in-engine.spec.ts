import type { Config } from '../../config.js';
import { Tenant } from '../../shared/kernel/index.js';
import { sandboxEngine } from '../engines/sandbox-engine.adapter.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { Engines } from '../engines/engines.service.js';
import { BuiltInEngine } from './built-in-engine.adapter.js';

const part = {} as never;
const enginesWith = (idvEngine: Config['idvEngine']): Engines =>
  new Engines(new BuiltInEngine({ idvEngine } as Config, part, part, part));
const [live, test] = [Tenant.of('default', false), Tenant.of('default', true)];

describe('The engine of a session', () => {
  it('is the built-in one for live users', () => {
    expect(enginesWith('built-in').of(live)).toEqual({ documents: part, faces: part, liveness: part });
  });

  it('is not there for live users when none is wanted', () => {
    expect(() => enginesWith('none').of(live)).toThrow(expect.objectContaining({ kind: IdvErrors.engineUnavailable }));
  });

  it('is known to be there or not, before anything is offered that needs it', () => {
    const [installed, none] = [enginesWith('built-in'), enginesWith('none')];
    expect([installed.has(live), none.has(live), none.has(test)]).toEqual([true, false, true]);
  });

  it('is the sandbox in test mode', () => {
    expect(enginesWith('none').of(test)).toBe(sandboxEngine);
  });
});
