import { ConsoleSessions } from '../../src/operators/sessions/console-sessions.service.js';
import { type NewOperator, OperatorsService } from '../../src/operators/people/operators.service.js';
import type { Role } from '../../src/operators/roles/role-table.js';
import { newId, Tenant } from '../../src/shared/kernel/index.js';
import { Database } from '../../src/shared/persistence/index.js';
import { OPERATORS_ENTERPRISE, UserActivation } from '../../src/users/contract/index.js';
import type { TestApplication } from './application.js';

const TENANT = Tenant.of(OPERATORS_ENTERPRISE, false);
export const CONSOLE_URL = 'https://console.test';
const FROM_HERE = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

interface NewTestOperator {
  readonly emailId?: string;
  readonly isNew?: boolean;
  readonly by?: string | null;
}

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: any;
}

/** An operator with a good session, as a browser holds it. */
export class TestOperator {
  private constructor(
    private readonly running: TestApplication,
    readonly sub: string,
    readonly cookie: string,
  ) {}

  /** Invited long ago, so that they may agree to what others have asked for; or just now, by somebody. */
  static async with(
    running: TestApplication,
    given: readonly (Role | NewOperator['grants'][number])[],
    { emailId = `${newId()}@bank.example`, isNew = false, by = null }: NewTestOperator = {},
  ): Promise<TestOperator> {
    const grants = given.map((one) =>
      typeof one === 'string' ? ({ enterpriseId: '*', side: 'both', role: one } as const) : one,
    );
    const service = running.app.get(OperatorsService);
    const operator = await service.make({ emailId, firstName: 'Anna', lastName: 'Berg', grants }, by);
    const code = new URL(await service.link(operator, 3_600, by)).searchParams.get('code') ?? '';
    const attempt = { tenant: TENANT, login: operator.userId, code, credentialId: 'a test' };
    await running.app.get(UserActivation).activate(attempt);
    if (!isNew) await forgetInvitations(running, operator.sub);
    return TestOperator.signedIn(running, operator.sub);
  }

  static async signedIn(running: TestApplication, sub: string): Promise<TestOperator> {
    const browser = { address: '127.0.0.1', userAgent: 'node' };
    return new TestOperator(running, sub, await running.app.get(ConsoleSessions).begin(sub, browser));
  }

  /** The passkey was shown so long ago that it is not fresh any more; or just now. */
  async lastShowedPasskey(minutesAgo: number): Promise<this> {
    const set = `UPDATE operators.console_session SET passkey_at = now() - make_interval(mins => $2) WHERE sub = $1`;
    await this.running.app.get(Database).rows(set, [this.sub, minutesAgo]);
    return this;
  }

  at(running: TestApplication): TestOperator {
    return new TestOperator(running, this.sub, this.cookie);
  }

  async call(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ConsoleAnswer> {
    const sent = method === 'GET' ? {} : { ...FROM_HERE, ...headers };
    const response = await fetch(this.running.url('console', path), {
      method,
      redirect: 'manual',
      headers: { cookie: `__Host-console=${this.cookie}`, ...headers, ...sent },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  get(path: string, headers?: Record<string, string>): Promise<ConsoleAnswer> {
    return this.call('GET', path, undefined, headers);
  }
}

const forgetInvitations = (running: TestApplication, sub: string) =>
  running.app.get(Database).rows('DELETE FROM operators.invitation WHERE sub = $1', [sub]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
