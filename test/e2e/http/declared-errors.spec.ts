import { Controller, Get, Param, UseInterceptors } from '@nestjs/common';
import { Throws, ThrowsOnAnyRoute } from '../../../src/shared/http/index.js';
import { WithoutToken } from '../../../src/shared/auth-guard/index.js';
import { KernelErrors } from '../../../src/shared/kernel/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { DeclaredErrors } from '../../support/declared-errors.interceptor.js';
import { call } from '../../support/raw-http.js';

const raise = (kind: string): never => {
  throw KernelErrors[kind as keyof typeof KernelErrors]();
};

@WithoutToken('a test')
@ThrowsOnAnyRoute()
@UseInterceptors(new DeclaredErrors())
@Controller('v1/declared')
class DeclaredController {
  @Get('some/:kind')
  @Throws(KernelErrors.keyReused)
  some(@Param('kind') kind: string): never {
    return raise(kind);
  }

  @Get('none/:kind')
  none(@Param('kind') kind: string): never {
    return raise(kind);
  }
}

let running: TestApplication;

const statusOf = async (path: string) => (await call(running.url('management'), `/v1/declared/${path}`)).status;

describe('Declared errors', () => {
  beforeAll(async () => {
    running = await startTestApplication({ controllers: [DeclaredController] });
  });
  afterAll(() => running.close());

  describe('In a test, a route', () => {
    it('answers the errors that it or its class declares', async () => {
      expect(await statusOf('some/keyReused')).toBe(422);
      expect(await statusOf('some/forbidden')).toBe(403);
      expect(await statusOf('none/forbidden')).toBe(403);
    });

    it('fails for an error that it does not declare', async () => {
      expect(await statusOf('none/keyReused')).toBe(500);
      expect(await statusOf('some/keyInUse')).toBe(500);
    });
  });
});
