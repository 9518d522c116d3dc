import { startTestApplication, type TestApplication } from './application.js';
import { MANY_LOGINS } from './signing-in.js';

const started = new Map<string, Promise<TestApplication>>();

/**
 * The application that the specs of a group share, one for each set of settings. It starts with the first spec and ends with
 * the group. Its users, clients and operators are those of all these specs: each brings its own.
 */
export function sharedApplication(env: Readonly<Record<string, string>> = {}): Promise<TestApplication> {
  const settings = JSON.stringify(env);
  const running = started.get(settings) ?? startTestApplication({ env: { ...MANY_LOGINS, ...env } });
  started.set(settings, running);
  return running;
}

afterAll(async () => {
  for (const running of started.values()) await (await running).close();
});
