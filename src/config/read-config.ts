import { resolve } from 'node:path';
import { FACE_NETS, MOBILEFACENET_TERMS, settings } from './setting-table.js';
import { ConfigError, readSettings, type Environment, type ValuesOf } from './settings.js';

type Values = ValuesOf<typeof settings>;
type FaceNet = NonNullable<Values['idvFaceNet']>;
export type FaceModelSettings = Pick<Values, 'idvFaceModel' | 'idvFaceModelSha256'> & { readonly idvFaceNet: FaceNet };
const ALL_SURFACES = settings.surfaces.parse(settings.surfaces.fallback ?? '');
type PublicUrls = Record<'authUrl' | 'managementUrl' | 'idvUrl' | 'mobileUrl' | 'consoleUrl', string>;

export type Config = Omit<Values, keyof PublicUrls | 'demo' | 'idvFaceNet'> &
  Readonly<PublicUrls> & {
    readonly demo: boolean;
    readonly idvFaceNet: FaceNet;
    /**
     * The URL of the demo for browsers on this machine. `http://localhost` needs no certificate, and browsers allow
     * camera and passkeys there.
     */
    readonly demoUrl: string;
    /**
     * The file with the certificate authority of a development start. It is not a setting: startup adds it after
     * creating the certificates.
     */
    readonly developmentCaFile?: string | undefined;
  };
/** The injection token of the configuration. */
export const CONFIG = Symbol('CONFIG');

/** Reads and checks the environment. Throws one `ConfigError` with all faults. */
export function readConfig(env: Environment): Config {
  const read = readSettings(settings, env);
  const values = { ...read, surfaces: surfacesOf(read, env) };
  const complaints = [
    ...pairComplaints(values),
    ...(values.nodeEnv === 'production' ? productionComplaints(values) : []),
  ];
  if (complaints.length > 0) throw new ConfigError(complaints);
  return {
    ...values,
    ...publicUrls(values),
    ...demoOf(values),
    ...faceNetOf(values),
    dataDir: resolve(values.dataDir),
  };
}

/** The default face model: the more accurate one in development, and the one without terms of use in production. */
const faceNetOf = ({
  idvFaceNet,
  nodeEnv,
}: Pick<Values, 'idvFaceNet' | 'nodeEnv'>): { readonly idvFaceNet: FaceNet } => ({
  idvFaceNet: idvFaceNet ?? (nodeEnv === 'production' ? 'dlib' : 'mobilefacenet'),
});

/**
 * The surfaces (listeners such as `auth` and `mobile`, or background work) that this process opens. If `SURFACES` is
 * not set, these are the default ones and, outside production, the console.
 */
const surfacesOf = ({ surfaces, nodeEnv }: Values, { SURFACES }: Environment): Values['surfaces'] =>
  SURFACES || nodeEnv === 'production' ? surfaces : [...surfaces, 'console'];

/** Reads only the settings of the face model, for commands that need no other setting. */
export function readFaceModelSettings(env: Environment): FaceModelSettings {
  const { nodeEnv, idvFaceNet, idvFaceModel, idvFaceModelSha256 } = settings;
  const values = readSettings({ nodeEnv, idvFaceNet, idvFaceModel, idvFaceModelSha256 }, env);
  return { ...values, ...faceNetOf(values) };
}

/**
 * Reads only the setting `IDV_READING_MS`, for commands that need no other setting. It limits the time for finding the
 * machine-readable zone in a picture.
 */
export function readReadingMs(env: Environment): number {
  const { idvReadingMs } = settings;
  return readSettings({ idvReadingMs }, env).idvReadingMs;
}

function pairComplaints(values: Values): string[] {
  const { tlsMode, tlsCertFile, tlsKeyFile, smtpUrl, mailFrom } = values;
  const complaints = [...storageComplaints(values), ...callComplaints(values), ...vendorComplaints(values)];
  if (values.demo === 'on' && !runsAll(values)) {
    complaints.push('DEMO can be on only where one process runs all surfaces: leave SURFACES out.');
  }
  if (Boolean(values.outboundCertFile) !== Boolean(values.outboundKeyFile)) {
    complaints.push('OUTBOUND_CERT_FILE and OUTBOUND_KEY_FILE must be given together.');
  }
  if (tlsMode === 'on' && Boolean(tlsCertFile) !== Boolean(tlsKeyFile)) {
    complaints.push('TLS_CERT_FILE and TLS_KEY_FILE must be given together.');
  }
  if (Boolean(values.idvFaceModel) !== Boolean(values.idvFaceModelSha256)) {
    complaints.push(
      'IDV_FACE_MODEL and IDV_FACE_MODEL_SHA256 must be given together: `idv compare` tells the second for the first.',
    );
  }
  if (values.idvFaceNet !== undefined && values.idvFaceModel !== undefined) {
    complaints.push('IDV_FACE_NET and IDV_FACE_MODEL each name a net that compares faces: give one of them.');
  }
  if (values.alarmMail.length > 0 && values.messages === 'off') {
    complaints.push('ALARM_MAIL sends nothing with MESSAGES=off.');
  }
  if (smtpUrl && !mailFrom) complaints.push('MAIL_FROM must be given with SMTP_URL: whom mail is from.');
  return complaints;
}

function storageComplaints({ blobsS3Endpoint, blobsS3Bucket, blobsS3AccessKey, blobsS3SecretKey }: Values): string[] {
  const parts = {
    BLOBS_S3_BUCKET: blobsS3Bucket,
    BLOBS_S3_ACCESS_KEY: blobsS3AccessKey,
    BLOBS_S3_SECRET_KEY: blobsS3SecretKey,
  };
  const entries = Object.entries(parts);
  if (blobsS3Endpoint === undefined) {
    const given = entries.filter(([, value]) => value !== undefined);
    return given.map(([name]) => `${name} says nothing without BLOBS_S3_ENDPOINT.`);
  }
  const missing = entries.filter(([, value]) => value === undefined);
  return missing.map(([name]) => `${name} must be given with BLOBS_S3_ENDPOINT.`);
}

function vendorComplaints({ idvEngine, idvVendorUrl, idvVendorToken, idvVendorWebhookSecret }: Values): string[] {
  const parts = Object.entries({
    IDV_VENDOR_URL: idvVendorUrl,
    IDV_VENDOR_TOKEN: idvVendorToken,
    IDV_VENDOR_WEBHOOK_SECRET: idvVendorWebhookSecret,
  });
  const [given] = parts.find(([, value]) => value !== undefined) ?? [];
  const needsAll = idvEngine === 'vendor' ? 'IDV_ENGINE=vendor' : given;
  if (needsAll === undefined) return [];
  return parts.flatMap(([name, value]) => (value === undefined ? [`${name} must be given with ${needsAll}.`] : []));
}

/** Checks that the URL of an external service and its secret are set together. */
function callComplaints(values: Values): string[] {
  const pairs = {
    MESSAGES: [values.messagesUrl, values.messagesSecret],
    ALARM: [values.alarmUrl, values.alarmSecret],
    AUDIT_HTTP: [values.auditHttpUrl, values.auditHttpSecret],
  };
  const halves = Object.entries(pairs).filter(([, [url, secret]]) => (url === undefined) !== (secret === undefined));
  return halves.map(([name]) => `${name}_URL and ${name}_SECRET must be given together.`);
}

function productionComplaints(values: Values): string[] {
  const required: readonly [unknown, string][] = [
    [values.databaseUrl, 'DATABASE_URL must be given in production: the database to use.'],
    [values.encryptionKeys, 'ENCRYPTION_KEYS must be given in production: `npm run cli -- keys create` makes one.'],
    [
      values.tlsMode === 'off' || values.tlsCertFile,
      'TLS_CERT_FILE and TLS_KEY_FILE must be given in production, or TLS_MODE=off behind a proxy that ends TLS.',
    ],
    [
      values.messages === 'off' || values.smtpUrl || values.messagesUrl,
      'SMTP_URL must be given in production: the server that sends activation codes. MESSAGES_URL names a server of yours instead, and MESSAGES=off sends none.',
    ],
    [values.authUrl, 'AUTH_URL must be given in production: the public address of the authorization server.'],
    [values.managementUrl, 'MANAGEMENT_URL must be given in production: the public address of the management API.'],
    [values.idvUrl, 'IDV_URL must be given in production: the public address of the identity verification pages.'],
    [values.mobileUrl, 'MOBILE_URL must be given in production: the public address of the mobile operations.'],
    [
      values.idvEngine !== 'built-in' || values.idvFaceNet || values.idvFaceModel,
      `IDV_FACE_NET must be given in production: the net that compares faces, mobilefacenet or dlib. ${FACE_NETS} About \`mobilefacenet\`: ${MOBILEFACENET_TERMS}`,
    ],
  ];
  return [
    ...required.filter(([given]) => !given).map(([, sentence]) => sentence),
    ...consoleComplaints(values),
    ...(values.demo === 'on' ? ['DEMO must not be on in production: it lets anybody enrol.'] : []),
    ...(values.developersFrom.length > 0
      ? ['DEVELOPERS_FROM must not be given in production: nothing there is for developers.']
      : []),
    ...(values.lanAddress ? ['LAN_ADDRESS must not be given in production: give the public URLs.'] : []),
  ];
}

/**
 * Checks that the console has its own host name. Cookies ignore ports, so a listener of this service on the same host
 * would receive the console's cookie.
 */
function consoleComplaints({ surfaces, consoleUrl, ...values }: Values): string[] {
  if (!surfaces.includes('console')) return [];
  if (!consoleUrl) return ['CONSOLE_URL must be given with SURFACES=console: the public address of the console.'];
  const others = {
    AUTH_URL: values.authUrl,
    MANAGEMENT_URL: values.managementUrl,
    IDV_URL: values.idvUrl,
    MOBILE_URL: values.mobileUrl,
  };
  const { hostname } = new URL(consoleUrl);
  return Object.entries(others)
    .filter(([, url]) => url !== undefined && new URL(url).hostname === hostname)
    .map(([name]) => `CONSOLE_URL must have a host name of its own: ${name} has the same, so cookies would be shared.`);
}

const runsAll = ({ surfaces }: Values): boolean => ALL_SURFACES.every((surface) => surfaces.includes(surface));

function demoOf(values: Values): Pick<Config, 'demo' | 'demoUrl'> {
  const wanted = values.demo ?? (values.nodeEnv === 'development' && runsAll(values) ? 'on' : 'off');
  const base = values.lanAddress === undefined ? 'http://localhost' : baseOf(values);
  return { demo: wanted === 'on', demoUrl: `${base}:${values.demoPort}` };
}

/** The origin, without the port, that is used for each listener whose public URL is not set. */
const baseOf = ({ tlsMode, lanAddress = 'localhost' }: Values): string =>
  `${tlsMode === 'off' ? 'http' : 'https'}://${lanAddress}`;

function publicUrls(values: Values): PublicUrls {
  const base = baseOf(values);
  return {
    authUrl: values.authUrl ?? `${base}:${values.authPort}`,
    managementUrl: values.managementUrl ?? `${base}:${values.managementPort}`,
    idvUrl: values.idvUrl ?? `${base}:${values.idvPort}`,
    mobileUrl: values.mobileUrl ?? `${base}:${values.mobilePort}`,
    consoleUrl: values.consoleUrl ?? `${base}:${values.consolePort}`,
  };
}
