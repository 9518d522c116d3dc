import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig, settingGroups, type Environment, type Setting } from '../config.js';
import { newRingEntry } from '../shared/security/index.js';

const complaints = (env: Environment): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.sentences;
  }
};
const production = (more: Environment = {}): Environment => ({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://bank@db/bank',
  ENCRYPTION_KEYS: newRingEntry('k1'),
  TLS_MODE: 'off',
  SMTP_URL: 'smtps://mail.bank.example',
  MAIL_FROM: 'no-reply@bank.example',
  AUTH_URL: 'https://id.bank.example',
  MANAGEMENT_URL: 'https://management.bank.example',
  IDV_URL: 'https://idv.bank.example',
  MOBILE_URL: 'https://mobile.bank.example',
  IDV_FACE_NET: 'mobilefacenet',
  ...more,
});

const STORAGE = {
  BLOBS_S3_ENDPOINT: 'https://s3.example.com',
  BLOBS_S3_BUCKET: 'evidence',
  BLOBS_S3_ACCESS_KEY: 'a',
  BLOBS_S3_SECRET_KEY: 'b',
};

const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;
const VENDOR = {
  IDV_VENDOR_URL: 'https://idv.example.com/v1',
  IDV_VENDOR_TOKEN: 'a',
  IDV_VENDOR_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
};

describe('The settings', () => {
  it('need nothing in development', () => {
    expect(complaints({})).toEqual([]);
    expect(readConfig({})).toMatchObject({ nodeEnv: 'development', managementUrl: 'https://localhost:9442' });
  });

  it('have the console on, unless in production, where it is chosen and has a host of its own', () => {
    expect(readConfig({})).toMatchObject({ consoleUrl: 'https://localhost:9443' });
    expect(readConfig({}).surfaces).toContain('console');
    expect(readConfig(production()).surfaces).not.toContain('console');
    const chosen = (url?: string) => complaints(production({ SURFACES: 'management,console', CONSOLE_URL: url }));
    expect(chosen('https://console.bank.example')).toEqual([]);
    expect(chosen()).toEqual([expect.stringMatching(/^CONSOLE_URL must be given/)]);
    expect(chosen('https://management.bank.example:9443')).toEqual([
      expect.stringMatching(/MANAGEMENT_URL has the same/),
    ]);
  });

  it('have the demo on in development only, where one process runs all', () => {
    expect(readConfig({})).toMatchObject({ demo: true, demoUrl: 'http://localhost:8008' });
    expect(readConfig({ SURFACES: 'auth,worker' }).demo).toBe(false);
    expect(readConfig(production()).demo).toBe(false);
    expect(readConfig({ NODE_ENV: 'test' }).demo).toBe(false);
  });

  it('have the address of this machine in its own network, where phones are to reach it', () => {
    const { authUrl, demoUrl, mobileUrl } = readConfig({ LAN_ADDRESS: '192.168.1.20', MOBILE_URL: 'https://m.test' });
    const base = 'https://192.168.1.20';
    expect([authUrl, demoUrl, mobileUrl]).toEqual([`${base}:8006`, `${base}:8008`, 'https://m.test']);
  });

  it.each([
    [[], undefined, undefined],
    [['--lan'], '192.168.1.20', '192.168.1.20'],
    [['--lan=10.0.0.5'], '10.0.0.5', '10.0.0.5'],
  ])('are set by the arguments of a start: %j', async (args, LAN_ADDRESS, LISTEN_HOST) => {
    const script = '../../scripts/lib/lan.mjs';
    const { shareWithLan } = (await import(script)) as { shareWithLan: (...given: unknown[]) => void };
    const interfaces = {
      lo: [{ family: 'IPv4', internal: true, address: '127.0.0.1' }],
      eth0: [
        { family: 'IPv6', internal: false, address: 'fe80::1' },
        { family: 'IPv4', internal: false, address: '203.0.113.7' },
      ],
      wlan0: [{ family: 'IPv4', internal: false, address: '192.168.1.20' }],
    };
    const env = {};
    shareWithLan(args, env, interfaces);
    expect(env).toEqual(LAN_ADDRESS === undefined ? {} : { LAN_ADDRESS, LISTEN_HOST });
  });

  it('are all that production needs', () => {
    expect(complaints(production())).toEqual([]);
  });

  it('name the net that compares faces in production, where the built-in engine verifies users, with its terms', () => {
    const without = { IDV_FACE_NET: undefined };
    expect(complaints(production(without))).toEqual([expect.stringMatching(/^IDV_FACE_NET .*Apache.*MS1M.*lawyers/)]);
    expect(complaints(production({ ...without, IDV_ENGINE: 'none' }))).toEqual([]);
    const own = { IDV_FACE_MODEL: '/models/own.json', IDV_FACE_MODEL_SHA256: 'a'.repeat(64) };
    expect(complaints(production({ ...without, ...own }))).toEqual([]);
    expect(complaints(production(own))).toEqual([expect.stringMatching(/give one of them/)]);
    expect(readConfig({}).idvFaceNet).toBe('mobilefacenet');
    // Without an engine, stored faces are still compared. That uses the net whose terms nobody has to accept.
    expect(readConfig(production({ ...without, IDV_ENGINE: 'none' })).idvFaceNet).toBe('dlib');
  });

  it.each(['DATABASE_URL', 'ENCRYPTION_KEYS', 'SMTP_URL', 'AUTH_URL', 'MANAGEMENT_URL', 'IDV_URL', 'MOBILE_URL'])(
    'are refused in production without %s, in one sentence',
    (name) => {
      expect(complaints(production({ [name]: undefined }))).toEqual([
        expect.stringMatching(`^${name} must be given.*\\.$`),
      ]);
    },
  );

  it.each<[string, Environment]>([
    ['NODE_ENV', { NODE_ENV: 'prod' }],
    ['SURFACES', { SURFACES: 'auth,web' }],
    ['SURFACES', { SURFACES: ' , ' }],
    ['MANAGEMENT_PORT', { MANAGEMENT_PORT: '99999' }],
    ['MANAGEMENT_PORT', { MANAGEMENT_PORT: '9442x' }],
    ['AUTH_URL', { AUTH_URL: 'https://id.example.com/login' }],
    ['AUTH_URL', { AUTH_URL: 'ftp://id.example.com' }],
    ['TLS_MODE', { TLS_MODE: 'maybe' }],
    ['DATABASE_POOL', { DATABASE_POOL: '1' }],
    ['MIGRATE', { MIGRATE: 'yes' }],
    ['ENCRYPTION_KEYS', { ENCRYPTION_KEYS: 'k1:c2hvcnQ=' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example.com', MAIL_FROM: 'a@b.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
    ['DRAIN_SECONDS', { DRAIN_SECONDS: '-1' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['API_DOCS', { API_DOCS: 'yes' }],
    ['TLS_CERT_FILE', { TLS_CERT_FILE: '/cert.pem' }],
    ['MAIL_FROM', { SMTP_URL: 'smtps://mail.example.com' }],
    ['ALARM_MAIL', { ALARM_MAIL: 'ops@bank.example,nobody' }],
    ['ALARM_MAIL', { ALARM_MAIL: Array.from({ length: 11 }, (_, i) => `ops-${i}@bank.example`).join() }],
    ['ALARM_MAIL', { ALARM_MAIL: 'ops@bank.example', MESSAGES: 'off' }],
    ['ALARM_URL', { ALARM_URL: 'http://alarms.bank.example', ALARM_SECRET: WEBHOOK_SECRET }],
    ['ALARM_URL', { ALARM_SECRET: WEBHOOK_SECRET }],
    ['AUDIT_HTTP_URL', { AUDIT_HTTP_URL: 'https://siem.bank.example' }],
    ['BLOBS_S3_ENDPOINT', { ...STORAGE, BLOBS_S3_ENDPOINT: 'https://s3.example.com/bucket' }],
    ['BLOBS_S3_BUCKET', { ...STORAGE, BLOBS_S3_BUCKET: '' }],
    ['BLOBS_S3_SECRET_KEY', { ...STORAGE, BLOBS_S3_SECRET_KEY: '' }],
    ['BLOBS_S3_BUCKET', { BLOBS_S3_BUCKET: 'b' }],
    ['IDV_VENDOR_TOKEN', { ...VENDOR, IDV_ENGINE: 'vendor', IDV_VENDOR_TOKEN: '' }],
    ['IDV_VENDOR_URL', { ...VENDOR, IDV_VENDOR_URL: '' }],
    ['IDV_VENDOR_WEBHOOK_SECRET', { ...VENDOR, IDV_VENDOR_WEBHOOK_SECRET: 'whsec_AAAA' }],
    ['IDV_CHIP_DEVIATIONS', { IDV_CHIP_DEVIATIONS: 'plain-content:China' }],
    ['IDV_FACE_MODEL', { IDV_FACE_MODEL: 'model.json' }],
    ['IDV_FACE_MODEL_SHA256', { IDV_FACE_MODEL: 'model.json', IDV_FACE_MODEL_SHA256: 'abc' }],
    ['DEMO', { DEMO: 'yes' }],
    ['DEMO', { DEMO: 'on', SURFACES: 'auth' }],
    ['DEMO', production({ DEMO: 'on' })],
    ['DEVELOPERS_FROM', production({ DEVELOPERS_FROM: '172.16.0.0/12' })],
    ['DEVELOPERS_FROM', { DEVELOPERS_FROM: '0.0.0.0/0' }],
    ['LAN_ADDRESS', production({ LAN_ADDRESS: '192.168.1.20' })],
    ['LAN_ADDRESS', { LAN_ADDRESS: '203.0.113.7' }],
    ['LAN_ADDRESS', { LAN_ADDRESS: '192.168.1.0/24' }],
    ['DEMO_BRAND', { DEMO_BRAND: 'Acme Bank' }],
    ['BLOBS_S3_PATH_STYLE', { ...STORAGE, BLOBS_S3_PATH_STYLE: 'yes' }],
  ])('name %s when it is %j', (name, env) => {
    const sentences = complaints(env);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(new RegExp(`^${name} .*\\.$`));
  });

  it('are complained of all at once', () => {
    expect(complaints({ AUTH_PORT: 'a', IDV_PORT: 'b', LOG_LEVEL: 'c' })).toHaveLength(3);
  });

  it('never repeat a secret in a complaint', () => {
    const secret = 'postgres-password';
    expect(complaints({ ENCRYPTION_KEYS: `k1:${secret}`, SMTP_URL: `http://u:${secret}@x` }).join()).not.toContain(
      secret,
    );
  });

  it('may be secrets in files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-config-'));
    const file = join(folder, 'url');
    writeFileSync(file, 'postgres://bank@db/bank\n');
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://bank@db/bank');
    rmSync(folder, { recursive: true });
    expect(complaints({ DATABASE_URL_FILE: file })).toEqual([expect.stringMatching(/^DATABASE_URL cannot be read/)]);
  });

  it('have each a name of their own and a sentence about them', () => {
    const all = Object.values(settingGroups).flatMap((group) => Object.values<Setting<unknown>>(group));
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ summary }) => !summary.endsWith('.')).map(({ name }) => name)).toEqual([]);
  });
});
