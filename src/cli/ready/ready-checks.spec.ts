import { readConfig, type Environment } from '../../config.js';
import { newRingEntry } from '../../shared/security/index.js';
import { keyFindings } from './file-checks.js';
import { mailFindings, pushFindings } from './message-checks.js';
import {
  addressFindings,
  choiceFindings,
  nodeFinding,
  productionFindings,
  retentionFindings,
  reviewFindings,
} from './settings-checks.js';

const PRODUCTION: Environment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://bank@db.internal/countersign?sslmode=verify-full',
  ENCRYPTION_KEYS: newRingEntry('k20260101'),
  TLS_MODE: 'off',
  TRUST_PROXY: '10.0.0.1',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'no-reply@bank.example',
  AUTH_URL: 'https://id.bank.example',
  MANAGEMENT_URL: 'https://api.bank.example',
  IDV_URL: 'https://verify.bank.example',
  MOBILE_URL: 'https://app.bank.example',
  IDV_FACE_NET: 'mobilefacenet',
  VAPID_SUBJECT: 'mailto:ops@bank.example',
  VAPID_PUBLIC_KEY: 'public',
  VAPID_PRIVATE_KEY: 'private',
  MIGRATE: 'off',
  NOTIFICATION_RETENTION_DAYS: '400',
  WEBHOOK_RETENTION_DAYS: '30',
  IDV_REVIEW_FOUR_EYES: 'true',
};
const configWith = (more: Environment) => readConfig({ ...PRODUCTION, ...more });
const KEYS = { old: newRingEntry('k20230101'), development: newRingEntry('development') };
const NOW = new Date('2026-06-01T00:00:00Z');
const all = (env: Environment) => {
  const config = configWith(env);
  return [
    ...productionFindings({ ...PRODUCTION, ...env }),
    ...addressFindings(config),
    ...choiceFindings(config),
    ...keyFindings(config, NOW),
    ...retentionFindings({ ...PRODUCTION, ...env }, config),
    ...reviewFindings(config),
    ...mailFindings(config),
    ...pushFindings(config),
  ];
};
const notOk = (env: Environment) => all(env).filter(({ state }) => state !== 'ok');

describe('Settings that go live', () => {
  it('are all in order', () => expect(notOk({})).toEqual([]));

  it.each([
    ['20.20.2', 'attention'],
    ['22.12.0', 'ok'],
    ['24.1.0', 'ok'],
  ])('run on Node %s: %s', (version, state) => expect(nodeFinding(version).state).toBe(state));

  it.each<[Environment, string, string, RegExp]>([
    [{ NODE_ENV: 'development' }, 'wrong', 'mode', /^NODE_ENV is development/],
    [{ AUTH_URL: 'http://id.bank.example' }, 'wrong', 'addresses', /^AUTH_URL is http:.* without TLS/],
    [{ IDV_URL: 'https://localhost:8004' }, 'wrong', 'addresses', /^IDV_URL is .* cannot reach/],
    [{ TRUST_PROXY: '' }, 'attention', 'choices', /TRUST_PROXY is empty/],
    [{ OUTBOUND_ALLOW: '0.0.0.0/0' }, 'attention', 'choices', /OUTBOUND_ALLOW/],
    [{ PASSWORD_MEMORY_KIB: '8192' }, 'attention', 'choices', /PASSWORD_MEMORY_KIB is 8192/],
    [{ LOG_LEVEL: 'debug' }, 'attention', 'choices', /LOG_LEVEL is debug/],
    [{ MIGRATE: 'on' }, 'attention', 'choices', /MIGRATE is on/],
    [{ MESSAGES: 'off' }, 'attention', 'mail', /MESSAGES is off/],
    [{ SMTP_URL: 'smtp://relay', SMTP_TLS: 'off' }, 'attention', 'mail', /without TLS/],
    [{ APNS_KEY_ID: 'ABC' }, 'wrong', 'push', /^iOS: a part/],
    [{ VAPID_SUBJECT: '', VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' }, 'attention', 'push', /^None/],
    [{ WEBHOOK_RETENTION_DAYS: undefined }, 'attention', 'retention', /400 days, webhooks for 30\. Nobody/],
    [{ IDV_REVIEW_FOUR_EYES: 'false' }, 'attention', 'review', /^One person alone/],
    [{ ENCRYPTION_KEYS: KEYS.old }, 'attention', 'keys at rest', /k20230101 seals \(1247 days old\)/],
    [{ ENCRYPTION_KEYS: KEYS.development }, 'wrong', 'keys at rest', /made by development/],
  ])('are told when they are wrong or need attention: %#', (env, state, about, found) => {
    expect(notOk(env)).toEqual([{ state, about, found: expect.stringMatching(found), todo: expect.any(String) }]);
  });

  it('tell each sentence that the start would refuse them for, and no secret', () => {
    const findings = productionFindings({ NODE_ENV: 'production', ENCRYPTION_KEYS: 'k1:secretsecret' });
    const told = findings.filter(({ state }) => state === 'wrong').map(({ found }) => found);
    expect(told).toEqual([expect.stringMatching(/^ENCRYPTION_KEYS has in entry 1 \(k1\)/)]);
    expect(JSON.stringify(findings)).not.toContain('secretsecret');
  });

  it('tell of keys without a day in their id that their age is not known', () => {
    const rings = `${newRingEntry('bank')},${newRingEntry('older')}`;
    expect(keyFindings(configWith({ ENCRYPTION_KEYS: rings }), NOW)).toEqual([
      { state: 'ok', about: 'keys at rest', found: 'bank seals (its age is not known); older still open.' },
    ]);
  });
});
