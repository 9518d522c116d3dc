import type { Config } from '../../config.js';
import { clientCertificate, outboundTrust } from '../../shared/outbound/index.js';
import { attention, type Finding, isError, ok, type ReadyTopic, wrong } from '../../shared/observability/index.js';
import { readServerTls } from '../../shared/security/index.js';

/** Checks the certificate files that the settings name. */
export function certificateFindings(config: Config): Finding[] {
  const { tlsMode, tlsCertFile: certFile, tlsKeyFile: keyFile } = config;
  const own =
    tlsMode === 'off'
      ? [ok('certificate', 'TLS_MODE is off: a proxy ends TLS.')]
      : certFile === undefined || keyFile === undefined
        ? [wrong('certificate', 'There is none but what development makes.', 'Set TLS_CERT_FILE and TLS_KEY_FILE.')]
        : filesFindings('certificate', () => readServerTls({ certFile, keyFile }).warnings);
  return [...own, ...filesFindings('own calls', () => clientCertificate(config)?.warnings ?? trusted(config))];
}

function trusted(config: Config): readonly string[] {
  outboundTrust(config)();
  return [];
}

function filesFindings(about: ReadyTopic, read: () => readonly string[]): Finding[] {
  try {
    const warnings = read();
    const todo = 'Renew it, and restart.';
    if (warnings.length > 0) return warnings.map((found) => attention(about, found, todo));
    return [ok(about, 'The files of certificates can be used.')];
  } catch (error) {
    return [wrong(about, isError(error) ? error.message : 'unknown', 'Correct the setting or the file.')];
  }
}

const DAY_MS = 24 * 3_600_000;
const OLD_DAYS = 730;

/**
 * Checks the age of encryption keys. `keys create` puts the date into the id of a key; for any other id the age is
 * unknown.
 */
export function keyFindings({ encryptionKeys }: Config, now: Date): Finding[] {
  const [active, ...older] = (encryptionKeys ?? '').split(',').map((entry) => entry.trim().split(':', 1)[0] ?? '');
  if (!active) return [wrong('keys at rest', 'ENCRYPTION_KEYS is empty.', '`npm run cli -- keys create` makes one.')];
  if (active === 'development')
    return [wrong('keys at rest', 'The key was made by development.', '`npm run cli -- keys create` makes one.')];
  const made = /(\d{4})(\d\d)(\d\d)$/.exec(active);
  const days = made && (now.getTime() - Date.parse(`${made[1]}-${made[2]}-${made[3]}`)) / DAY_MS;
  const age = days === null || Number.isNaN(days) ? 'its age is not known' : `${Math.floor(days)} days old`;
  const found = `${active} seals (${age})${older.length > 0 ? `; ${older.join(', ')} still open` : ''}.`;
  return days !== null && days > OLD_DAYS
    ? [attention('keys at rest', found, 'Rotate it: docs/operators/production.md, "Keys".')]
    : [ok('keys at rest', found)];
}
