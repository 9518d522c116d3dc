import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { FourEyes } from './four-eyes/four-eyes.js';
import { dateIdsBy } from '../kernel/index.js';
import { demandFreshPasskey, type Principal } from './principal.js';
import { accessTo, isDeclared, Scopes, ScopesAnyOf, WithoutToken } from './route-access.js';

@Scopes('things:read')
class Things {
  get(): void {}

  @Scopes('things:write')
  change(): void {}

  @ScopesAnyOf('things:read', 'things:write')
  list(): void {}

  @WithoutToken('It says nothing.')
  ping(): void {}

  @FourEyes('things:remove')
  remove(): void {}
}

@WithoutToken('Its pages say nothing.')
class Pages {
  show(): void {}

  @Scopes('things:read')
  export(): void {}

  @ScopesAnyOf('things:read', 'things:write')
  list(): void {}
}

class Undeclared {
  get(): void {}
}

const of = (controller: Type, name: string) => {
  const handler = (controller.prototype as Record<string, () => void>)[name];
  if (!handler) throw new Error(`There is no ${name}`);
  return accessTo(new Reflector(), [handler, controller]);
};

describe('The access to a route', () => {
  it('is that of its class', () => {
    expect(of(Things, 'get')).toEqual({ withoutToken: false, allOf: ['things:read'] });
  });

  it('is its own where it says so', () => {
    expect(of(Things, 'change').allOf).toEqual(['things:write']);
    expect(of(Things, 'list').oneOf).toEqual(['things:read', 'things:write']);
    expect(of(Things, 'ping').withoutToken).toBe(true);
  });

  it('needs a token where it has scopes, even if its class needs none', () => {
    const needing = ['show', 'export', 'list'].filter((name) => !of(Pages, name).withoutToken);
    expect(needing).toEqual(['export', 'list']);
  });

  it('may need a second operator', () => {
    expect(of(Things, 'remove')).toMatchObject({ allOf: ['things:read'], fourEyes: 'things:remove' });
  });

  it('is undeclared when neither says anything', () => {
    expect(isDeclared(of(Undeclared, 'get'))).toBe(false);
    expect(['get', 'list', 'ping', 'remove'].every((name) => isDeclared(of(Things, name)))).toBe(true);
  });
});

it('A passkey is fresh by the clock of what is stored, and not by the clock of the machine', () => {
  const asks = (seconds: number) => () => {
    const operator = { steppedUpUntil: Date.now() + seconds * 1_000 };
    demandFreshPasskey({ kind: 'operator', operator } as Principal);
  };
  const back = dateIdsBy(() => Date.now() - 60_000);
  expect([asks(-30), asks(-90)].map((ask) => attempt(ask))).toEqual([undefined, 'operators/step-up-needed']);
  back();
});

function attempt(ask: () => void): string | undefined {
  try {
    ask();
    return undefined;
  } catch (error) {
    return (error as Error).name;
  }
}
