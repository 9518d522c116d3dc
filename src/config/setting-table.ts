import { FACE_NETS, MOBILEFACENET_TERMS } from './face-net-terms.js';
import {
  chipDeviations,
  color,
  destinations,
  flag,
  headerName,
  httpsUrl,
  keyring,
  list,
  mailAddresses,
  mailbox,
  namedColor,
  nameServers,
  networks,
  oneOf,
  origin,
  port,
  privateAddress,
  privateNetworks,
  processes,
  serverUrl,
  sha256,
  someOf,
  text,
  webhookSecret,
  whole,
} from './setting-kinds.js';

const whatRuns = {
  nodeEnv: oneOf('development', 'production', 'test')(
    'NODE_ENV',
    'development',
    'With `production` nothing is made up: keys, certificates, the database and the public URLs must be given.',
  ),
  surfaces: someOf(
    'auth',
    'management',
    'idv',
    'mobile',
    'console',
    'worker',
  )(
    'SURFACES',
    'auth,management,idv,mobile,worker',
    'Which surfaces this process serves, and whether it works on jobs and sweeps (`worker`). The `console` is among them in development; production names it.',
  ),
  processes: processes(
    'PROCESSES',
    '1',
    'Processes that share the listeners: `auto` is one for each core. Jobs run in the first. The image sets `auto`.',
  ),
  dataDir: text('DATA_DIR', '.data', 'The folder of the embedded database, development keys and certificates.'),
  configApply: text(
    'CONFIG_APPLY',
    undefined,
    'A file or folder with configuration (enterprises, clients and other objects) that each start applies.',
  ),
  brandName: text('BRAND_NAME', 'Countersign', 'The name that people read on the hosted pages and in messages.'),
  brandLogoUrl: httpsUrl('BRAND_LOGO_URL', undefined, 'The logo on the hosted pages; an enterprise may have its own.'),
  brandColor: color(
    'BRAND_COLOR',
    '#0e5c53',
    'The colour of what people press on the hosted pages; an enterprise may have its own.',
  ),
  privacyUrl: httpsUrl(
    'PRIVACY_URL',
    undefined,
    'What is done with personal data: a link on every hosted page and in the app. An enterprise may have its own, as with the two that follow.',
  ),
  termsUrl: httpsUrl('TERMS_URL', undefined, 'The address of the terms of use.'),
  helpUrl: httpsUrl(
    'HELP_URL',
    undefined,
    'The address at which users get help, for example when they have forgotten a password.',
  ),
};

const addresses = {
  listenHost: text('LISTEN_HOST', '127.0.0.1', 'The address that every listener binds to.'),
  authPort: port('AUTH_PORT', '8006', 'Port of the authorization server.'),
  managementPort: port('MANAGEMENT_PORT', '9442', 'Port of the management API.'),
  idvPort: port('IDV_PORT', '8004', 'Port of the identity verification pages.'),
  mobilePort: port('MOBILE_PORT', '8007', 'Port of the mobile operations.'),
  consolePort: port('CONSOLE_PORT', '9443', "Port of the operators' console."),
  opsPort: port('OPS_PORT', '9464', 'Port of health checks and metrics. Never make it public.'),
  authUrl: origin('AUTH_URL', undefined, 'Public base URL of the authorization server. Development: localhost.'),
  managementUrl: origin('MANAGEMENT_URL', undefined, 'Public base URL of the management API. Development: localhost.'),
  idvUrl: origin('IDV_URL', undefined, 'Public base URL of the identity verification pages. Development: localhost.'),
  mobileUrl: origin('MOBILE_URL', undefined, 'Public base URL of the mobile operations. Development: localhost.'),
  consoleUrl: origin(
    'CONSOLE_URL',
    undefined,
    "Public base URL of the operators' console, with a host name of its own in production. Development: localhost.",
  ),
  consoleAllowedCallers: networks(
    'CONSOLE_ALLOWED_CALLERS',
    '',
    "Addresses and subnets that the operators' console answers, such as `10.20.0.0/16`: the network of your staff. Without it, all.",
  ),
  consoleReadingAlarm: whole(0, 1_000_000, 'persons')(
    'CONSOLE_READING_ALARM',
    '50',
    'An enterprise is told, by the webhook `operators.unusual_reading`, of an operator who looks at so many of its persons within an hour; 0: never.',
  ),
  consoleListAlarm: whole(0, 1_000_000, 'persons')(
    'CONSOLE_LIST_ALARM',
    '200',
    'It is told, too, where lists and searches have shown an operator so many different persons within an hour; 0: never.',
  ),
  consoleActionLimit: whole(1, 1_000, 'users')(
    'CONSOLE_ACTION_LIMIT',
    '25',
    'The most users for whom an operator can start one action alone, such as to block or export them. For more, a second operator must approve.',
  ),
  trustProxy: list(
    'TRUST_PROXY',
    '',
    'Addresses or subnets of the proxies in front, such as `10.0.0.0/8`. Only theirs is `X-Forwarded-For` believed.',
  ),
  countryHeader: headerName(
    'COUNTRY_HEADER',
    undefined,
    'The header in which the proxies of `TRUST_PROXY` say the country of the caller, in two letters, such as `CF-IPCountry`. Users see it beside their sessions.',
  ),
};

const tls = {
  tlsMode: oneOf('on', 'off')('TLS_MODE', 'on', '`off` behind a proxy that ends TLS.'),
  tlsCertFile: text('TLS_CERT_FILE', undefined, 'Certificate chain in PEM. Without it, development makes its own.'),
  tlsKeyFile: text('TLS_KEY_FILE', undefined, 'Private key of the certificate in PEM.'),
  outboundCaFile: text(
    'OUTBOUND_CA_FILE',
    undefined,
    'Certificates to trust, besides the usual ones, in our own calls.',
  ),
  outboundCertFile: text(
    'OUTBOUND_CERT_FILE',
    undefined,
    'Certificate chain in PEM that our own calls (webhooks, KYC) present to servers that ask for one (mutual TLS).',
  ),
  outboundKeyFile: text('OUTBOUND_KEY_FILE', undefined, 'Private key of that certificate in PEM.'),
};

const database = {
  databaseUrl: text(
    'DATABASE_URL',
    undefined,
    'PostgreSQL 15 or later: `postgres://user:password@host:5432/name`. Without it, development runs an embedded one.',
    { secret: true },
  ),
  databaseReadUrl: text(
    'DATABASE_READ_URL',
    undefined,
    'A streaming replica of that database: lists, searches, figures and exports are read there while it keeps up.',
    { secret: true },
  ),
  databaseReadLag: whole(2, 3_600, 'seconds')(
    'DATABASE_READ_LAG',
    '5',
    'How old such an answer may be. While the replica is further behind, or away, the database itself answers.',
  ),
  signalsUrl: serverUrl('nats', 'tls')(
    'SIGNALS_URL',
    undefined,
    'A NATS server by which many processes wake each other, in place of NOTIFY: `tls://user:password@host:4222`.',
    { secret: true },
  ),
  databaseSizeAlarm: whole(0, 1_000_000_000, 'MiB')(
    'DATABASE_SIZE_ALARM',
    '0',
    'Warns when the database has grown to that size. Set it for a database whose disk this process cannot see; 0: never.',
  ),
  diskFreeAlarm: whole(0, 1_000_000_000, 'MiB')(
    'DISK_FREE_ALARM',
    '2048',
    'Of the embedded database: warns when its disk has less free. Below a quarter of it pictures and new notifications are refused.',
  ),
  databasePool: whole(2, 200)(
    'DATABASE_POOL',
    '16',
    'Connections that the program may hold for its work. Several processes share them, and have four each at least.',
  ),
  databaseLockTimeout: whole(1, 600, 'seconds')(
    'DATABASE_LOCK_TIMEOUT',
    '3',
    'How long a statement may wait for a lock. Then the caller is told to come back (503). Not for commands.',
  ),
  databaseStatementTimeout: whole(1, 3_600, 'seconds')(
    'DATABASE_STATEMENT_TIMEOUT',
    '30',
    'How long a statement may take. Not for migrations and commands.',
  ),
  databaseIdleTimeout: whole(1, 3_600, 'seconds')(
    'DATABASE_IDLE_TIMEOUT',
    '15',
    'How long a transaction may be open with nothing to do, before PostgreSQL ends it and frees its locks.',
  ),
  migrate: oneOf('on', 'off')('MIGRATE', 'on', 'With `off`, migrations run by `npm run migrate` only.'),
};

const security = {
  encryptionKeys: keyring(
    'ENCRYPTION_KEYS',
    undefined,
    'Keys for data at rest, `id:base64 of 32 bytes`, comma-separated. The first seals, all open; a new one is added last.',
    { secret: true },
  ),
  passwordMemoryKib: whole(8_192, 4_194_304, 'KiB')(
    'PASSWORD_MEMORY_KIB',
    '19456',
    'Memory that hashing one password takes (argon2id). Passwords move to new values as their users log in.',
  ),
  passwordPasses: whole(1, 100)('PASSWORD_PASSES', '2', 'Passes over that memory (argon2id).'),
  passwordLanes: whole(1, 16)('PASSWORD_LANES', '1', 'Lanes of that memory (argon2id).'),
  lockoutUnknown: oneOf('delay', 'block')(
    'LOCKOUT_UNKNOWN',
    'delay',
    'What wrong passwords from browsers that a user never used do: `delay` the next try, so that nobody can lock a user out, or count to the five that `block`.',
  ),
  outboundAllow: destinations(
    'OUTBOUND_ALLOW',
    undefined,
    'Hosts, addresses and subnets that our own calls may go to although they are private: `kyc.bank.internal,10.1.0.0/16`. Development: this machine.',
  ),
  dnsServers: nameServers(
    'DNS_SERVERS',
    '',
    'Name servers for our own calls to registered addresses, in their order: `10.0.0.53,[2001:db8::53]:5353`. Without it, those of the system, with its search domains.',
  ),
};

/** How long what the authorization server issues is good. A client may have values of its own for its tokens. */
const lifetimes = {
  authorizationCodeTtl: whole(10, 600, 'seconds')(
    'AUTHORIZATION_CODE_TTL',
    '60',
    'How long a code may wait for its exchange.',
  ),
  accessTokenTtl: whole(60, 86_400, 'seconds')('ACCESS_TOKEN_TTL', '300', 'The life of an access token of a user.'),
  clientTokenTtl: whole(60, 86_400, 'seconds')(
    'CLIENT_TOKEN_TTL',
    '3600',
    'The life of an access token of a client for itself.',
  ),
  refreshTokenTtl: whole(300, 31_536_000, 'seconds')(
    'REFRESH_TOKEN_TTL',
    '1209600',
    'How long a refresh token may stay unused. Each use yields a new one.',
  ),
  sessionTtl: whole(300, 31_536_000, 'seconds')(
    'SESSION_TTL',
    '1209600',
    'When a login must be repeated, however much it is used.',
  ),
  sessionIdle: whole(60, 31_536_000, 'seconds')(
    'SESSION_IDLE',
    '43200',
    'When a login must be repeated for want of use.',
  ),
};

const webhooks = {
  webhookRetentionDays: whole(1, 90, 'days')(
    'WEBHOOK_RETENTION_DAYS',
    '30',
    'How long deliveries of webhooks are kept for the log and for replays. They may hold personal data, sealed.',
  ),
};

/** Where pictures are kept. Without an endpoint, in the database. */
const files = {
  blobsS3Endpoint: origin(
    'BLOBS_S3_ENDPOINT',
    undefined,
    'Keeps pictures in S3-compatible object storage: `https://s3.example.com`. Without it they are kept in the database.',
  ),
  blobsS3Bucket: text('BLOBS_S3_BUCKET', undefined, 'The bucket, which must exist.'),
  blobsS3Region: text('BLOBS_S3_REGION', 'us-east-1', 'The region that requests are signed for.'),
  blobsS3AccessKey: text('BLOBS_S3_ACCESS_KEY', undefined, 'The id of the access key.', { secret: true }),
  blobsS3SecretKey: text('BLOBS_S3_SECRET_KEY', undefined, 'The secret of the access key.', { secret: true }),
  blobsS3PathStyle: flag(
    'BLOBS_S3_PATH_STYLE',
    'true',
    '`true`: the bucket is in the path, as most servers want it; `false`: in the host name, as AWS does.',
  ),
};

const messages = {
  messages: oneOf('on', 'off')('MESSAGES', 'on', 'With `off`, the enterprise itself hands out every activation code.'),
  messagesUrl: httpsUrl(
    'MESSAGES_URL',
    undefined,
    'A server of yours that brings messages to people in place of the mail server: it gets each one as a signed call.',
  ),
  messagesSecret: webhookSecret(
    'MESSAGES_SECRET',
    undefined,
    'What calls of `MESSAGES_URL` are signed with: `whsec_` and base64.',
    { secret: true },
  ),
  smtpUrl: serverUrl('smtps', 'smtp')(
    'SMTP_URL',
    undefined,
    'Mail server: `smtps://` (TLS from the start) or `smtp://` (STARTTLS). Without it, development keeps mail in a folder.',
    { secret: true },
  ),
  smtpTls: oneOf('on', 'off')(
    'SMTP_TLS',
    'on',
    '`off` sends `smtp://` without STARTTLS: for a relay on a private network. One on this machine needs no setting.',
  ),
  mailFrom: mailbox('MAIL_FROM', undefined, 'Whom mail is from: `Countersign <no-reply@example.com>`.'),
};

const notifications = {
  appClientId: text(
    'APP_CLIENT_ID',
    undefined,
    'The client of the app at `MOBILE_URL/app/`; `npm run cli -- app create` makes one. Development makes its own.',
  ),
  notificationRetentionDays: whole(31, 36_500, 'days')(
    'NOTIFICATION_RETENTION_DAYS',
    '400',
    'How long notifications are kept, with what was answered and the evidence of it.',
  ),
  notificationRate: whole(1, 1_000_000)(
    'NOTIFICATION_RATE',
    '200',
    'New notifications a second that one enterprise may create, by all its clients.',
  ),
  notificationBurst: whole(1, 10_000_000)(
    'NOTIFICATION_BURST',
    '20000',
    'New notifications that one enterprise may create at once, by all its clients.',
  ),
  notificationsOpen: whole(1, 100_000_000)(
    'NOTIFICATIONS_OPEN',
    '1000000',
    'Notifications of one enterprise that may be ACTIVE, about: they are counted every minute.',
  ),
  notificationDailyStorage: whole(1, 1_048_576, 'MiB')(
    'NOTIFICATION_DAILY_STORAGE',
    '4096',
    'What one enterprise may store in notifications and templates on a day of UTC; `dailyNotificationMiB` of an enterprise sets another amount.',
  ),
  vapidPublicKey: text(
    'VAPID_PUBLIC_KEY',
    undefined,
    'Web Push: the public key that browsers subscribe with, base64url. `npx web-push generate-vapid-keys` makes a pair.',
  ),
  vapidPrivateKey: text('VAPID_PRIVATE_KEY', undefined, 'Web Push: its private key, base64url.', { secret: true }),
  vapidSubject: text(
    'VAPID_SUBJECT',
    undefined,
    'Web Push: whom the push services may write to, `mailto:…` or `https://…`.',
  ),
  fcmCredentialsFile: text(
    'FCM_CREDENTIALS_FILE',
    undefined,
    'Android: the service account of the Firebase project, as its JSON file.',
  ),
  fcmUrl: origin('FCM_URL', 'https://fcm.googleapis.com', 'Android: where Firebase Cloud Messaging is called.'),
  deviceAttestationRoots: text(
    'DEVICE_ATTESTATION_ROOTS',
    undefined,
    'The roots that attestations of the keys of devices must lead to, as a file in PEM, or a folder with files `.pem`. Without them attestations are kept, and are not verified.',
  ),
  deviceAttestationApps: list(
    'DEVICE_ATTESTATION_APPS',
    '',
    'The apps whose attestations count: package names of Android, and `TEAM.bundle` of iOS. Without them each app counts.',
  ),
  apnsKeyFile: text('APNS_KEY_FILE', undefined, 'iOS: the key for Apple push notifications, as its `.p8` file.'),
  apnsKeyId: text('APNS_KEY_ID', undefined, 'iOS: the id of that key.'),
  apnsTeamId: text('APNS_TEAM_ID', undefined, 'iOS: the id of the team that owns the app.'),
  apnsTopic: text('APNS_TOPIC', undefined, 'iOS: the bundle id of the app.'),
  apnsUrl: origin(
    'APNS_URL',
    'https://api.push.apple.com',
    'iOS: where Apple is called; `https://api.sandbox.push.apple.com` for builds of developers.',
  ),
};

const identity = {
  idvReviewFourEyes: flag(
    'IDV_REVIEW_FOUR_EYES',
    'false',
    'Whether a reviewed verification is decided only when two different clients say the same.',
  ),
  idvEngine: oneOf('built-in', 'vendor', 'none')(
    'IDV_ENGINE',
    'built-in',
    'What verifies live users. With `none`, sessions are refused for them; test mode has an engine of its own.',
  ),
  idvEngineProcesses: oneOf('all', 'worker')(
    'IDV_ENGINE_PROCESSES',
    'all',
    'Which processes read pictures: `all` that serve the pages, or with `worker` those with that surface only.',
  ),
  idvVendorUrl: httpsUrl(
    'IDV_VENDOR_URL',
    undefined,
    'The vendor of `IDV_ENGINE=vendor`: where its sessions are made, `https://idv.example.com/v1`.',
  ),
  idvVendorToken: text('IDV_VENDOR_TOKEN', undefined, 'The bearer token that the vendor is called with.', {
    secret: true,
  }),
  idvVendorWebhookSecret: webhookSecret(
    'IDV_VENDOR_WEBHOOK_SECRET',
    undefined,
    'What the vendor signs its webhooks with: `whsec_` and base64.',
    { secret: true },
  ),
  idvReadingMs: whole(200, 10_000, 'ms')(
    'IDV_READING_MS',
    '1200',
    'How much time of a processor may go into looking for the machine readable zone of one picture. A picture that takes more has to be taken again.',
  ),
  idvChipListAgeDays: whole(1, 3_650, 'days')(
    'IDV_CHIP_LIST_AGE_DAYS',
    '90',
    'Age of the newest master list from which on operators are told to import a newer one. It refuses nothing.',
  ),
  idvChipWeak: oneOf('doubt', 'refuse')(
    'IDV_CHIP_WEAK',
    'doubt',
    'What a signature over SHA-1 in the chip of a passport means. `doubt`: a person reviews it, and without reviewers the chip is not accepted. `refuse`: it is never accepted.',
  ),
  idvChipRevocation: oneOf('unknown-is-good', 'must-be-known')(
    'IDV_CHIP_REVOCATION',
    'unknown-is-good',
    'Whether a current revocation list must cover the signer of a chip. `must-be-known`: without one a person reviews it, and without reviewers the chip is not accepted. Few states publish lists.',
  ),
  idvChipDeviations: chipDeviations(
    'IDV_CHIP_DEVIATIONS',
    'plain-content:CN',
    'States whose chips may deviate from the rules of ICAO. `plain-content:` and the two letters of a state: its signed objects may call their content plain data. `none` allows no deviation.',
  ),
  idvFaceNet: oneOf('dlib', 'mobilefacenet')(
    'IDV_FACE_NET',
    undefined,
    `The net that compares faces. Production names it; development uses \`mobilefacenet\`. ${FACE_NETS} About \`mobilefacenet\`: ${MOBILEFACENET_TERMS}`,
  ),
  idvFaceModel: text(
    'IDV_FACE_MODEL',
    undefined,
    'A face model of your own in place of the one that comes with the program: the path of its description in JSON.',
  ),
  idvFaceModelSha256: sha256(
    'IDV_FACE_MODEL_SHA256',
    undefined,
    'The SHA-256 of that description, which has the one of the net: nobody changes either without changing this setting.',
  ),
};

const limits = {
  rateLimit: whole(1, 1_000_000)('RATE_LIMIT', '100', 'Requests a second that one client may make.'),
  rateBurst: whole(1, 10_000_000)('RATE_BURST', '1000', 'Requests that one client may make at once.'),
  enterpriseRateLimit: whole(1, 1_000_000)(
    'ENTERPRISE_RATE_LIMIT',
    '500',
    'Requests a second that all clients of one enterprise may make together; `rateLimit` of an enterprise sets another limit. Requests of its users do not count.',
  ),
  enterpriseRateBurst: whole(1, 10_000_000)(
    'ENTERPRISE_RATE_BURST',
    '5000',
    'Requests that all clients of one enterprise may make at once.',
  ),
  enterpriseClients: whole(1, 10_000)(
    'ENTERPRISE_CLIENTS',
    '100',
    'Clients that one enterprise may have, live and test ones together.',
  ),
  clientRegistration: flag(
    'CLIENT_REGISTRATION',
    'false',
    'Whether clients can register themselves (RFC 7591) with an initial access token of their enterprise. Without such a token nobody can.',
  ),
  addressRateLimit: whole(1, 1_000_000)('ADDRESS_RATE_LIMIT', '100', 'Requests a second from one address.'),
  addressRateBurst: whole(1, 10_000_000)('ADDRESS_RATE_BURST', '2000', 'Requests at once from one address.'),
  uploadsPerAddress: whole(1, 100_000)(
    'UPLOADS_PER_ADDRESS',
    '8',
    'Pictures that one address may send at once. A session sends two at most.',
  ),
  loginAddressRate: whole(1, 1_000_000)(
    'LOGIN_ADDRESS_RATE',
    '10',
    'Wrong passwords and codes a minute from one address. Right ones do not count.',
  ),
  loginAddressBurst: whole(1, 1_000_000)(
    'LOGIN_ADDRESS_BURST',
    '60',
    'Wrong passwords and codes at once from one address. Right ones do not count.',
  ),
  recoveryCodesPerNetwork: whole(1, 1_000_000)(
    'RECOVERY_CODES_PER_NETWORK',
    '10',
    'Codes for forgotten passwords that may be asked for in an hour from one network address.',
  ),
  recoveryCodesPerEnterprise: whole(1, 1_000_000)(
    'RECOVERY_CODES_PER_ENTERPRISE',
    '100',
    'Codes for forgotten passwords that all users of an enterprise together may ask for in an hour.',
  ),
  authorizationAddressRate: whole(1, 1_000_000)(
    'AUTHORIZATION_ADDRESS_RATE',
    '60',
    'Sign-ins a minute that may begin from one address where nobody is signed in yet.',
  ),
  authorizationAddressBurst: whole(1, 1_000_000)(
    'AUTHORIZATION_ADDRESS_BURST',
    '1000',
    'Sign-ins that may begin from one address at once.',
  ),
  listMemory: whole(4, 65_536, 'MiB')(
    'LIST_MEMORY',
    '64',
    'Bytes of lists of notifications that the program may hold for readers who have not taken them yet.',
  ),
  requestTimeout: whole(1, 600, 'seconds')('REQUEST_TIMEOUT', '30', 'How long a request may take to arrive.'),
  drainSeconds: whole(0, 600, 'seconds')('DRAIN_SECONDS', '10', 'How long running requests may take at shutdown.'),
  readyDelaySeconds: whole(0, 60, 'seconds')(
    'READY_DELAY_SECONDS',
    '0',
    'How long readiness reports 503 before the listeners close at shutdown, so that a balancer notices.',
  ),
};

const operations = {
  logLevel: oneOf(
    'fatal',
    'error',
    'warn',
    'info',
    'debug',
    'trace',
    'silent',
  )('LOG_LEVEL', 'info', 'The least severe entries to log.'),
  logFormat: oneOf('auto', 'json', 'pretty')(
    'LOG_FORMAT',
    'auto',
    '`auto`: readable lines on a terminal in development, else JSON.',
  ),
  apiDocs: flag('API_DOCS', 'true', 'Whether the management surface serves Swagger UI at `/docs`.'),
  otlpEndpoint: text(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    undefined,
    'OpenTelemetry collector, OTLP over HTTP. Without: no traces.',
  ),
  serviceName: text('OTEL_SERVICE_NAME', 'countersign', 'The name that traces carry.'),
};

const alarms = {
  alarmMail: mailAddresses(
    'ALARM_MAIL',
    '',
    'Who gets a mail when the service needs the people who run it, and when that is over: `ops@bank.example`.',
  ),
  alarmUrl: httpsUrl('ALARM_URL', undefined, 'A server of yours that gets the same as a signed call.'),
  alarmSecret: webhookSecret(
    'ALARM_SECRET',
    undefined,
    'What calls of `ALARM_URL` are signed with: `whsec_` and base64.',
    { secret: true },
  ),
};

const auditLog = {
  auditSyslogUrl: serverUrl('tls', 'tcp')(
    'AUDIT_SYSLOG_URL',
    undefined,
    'A syslog server that gets every entry of the audit log (RFC 5424): `tls://siem.example.com:6514`. `tcp://` is for this machine or a private network.',
  ),
  auditFile: text(
    'AUDIT_FILE',
    undefined,
    'A file to which the working process appends every entry of the audit log, one line of JSON each.',
  ),
  auditHttpUrl: httpsUrl(
    'AUDIT_HTTP_URL',
    undefined,
    'A server that gets every entry of the audit log, up to 100 in one signed call.',
  ),
  auditHttpSecret: webhookSecret(
    'AUDIT_HTTP_SECRET',
    undefined,
    'What calls of `AUDIT_HTTP_URL` are signed with: `whsec_` and base64.',
    { secret: true },
  ),
  auditForm: oneOf('json', 'ocsf')(
    'AUDIT_FORM',
    'json',
    'How these entries are written: `json` is our own form, `ocsf` that of the Open Cybersecurity Schema Framework.',
  ),
};

const demo = {
  demo: oneOf('on', 'off')(
    'DEMO',
    undefined,
    'The demo bank, for a first look, with data of its own in test mode. On in development where one process runs all surfaces; refused in production.',
  ),
  demoPort: port('DEMO_PORT', '8008', 'Port of the demo bank.'),
  developersFrom: privateNetworks(
    'DEVELOPERS_FROM',
    '',
    'Whose requests count as those of this machine, for the demo and the mailbox: the network of a container whose ports are published to this machine only. Refused in production.',
  ),
  lanAddress: privateAddress(
    'LAN_ADDRESS',
    undefined,
    'The address of this machine in its own network, so that a phone in it can be tried with: it takes the place of `localhost` in all public URLs and in the development certificate. `npm start -- --lan` sets it, and `LISTEN_HOST` too. Refused in production.',
  ),
  demoBrand: namedColor('DEMO_BRAND', 'Lanternfield Bank #3a3f8f', 'Name and colour of the demo bank.'),
};

/** Every setting there is, as `docs/settings.md` shows them: the document is written from this table. */
export const settingGroups = {
  'What runs': whatRuns,
  Addresses: addresses,
  TLS: tls,
  Database: database,
  Security: security,
  Lifetimes: lifetimes,
  Webhooks: webhooks,
  Files: files,
  Messages: messages,
  Notifications: notifications,
  'Identity verification': identity,
  Limits: limits,
  Operations: operations,
  Alarms: alarms,
  'The audit log outside': auditLog,
  'The demo': demo,
};

/** The same, without their groups. */
export const settings = {
  ...whatRuns,
  ...addresses,
  ...tls,
  ...database,
  ...security,
  ...lifetimes,
  ...webhooks,
  ...files,
  ...messages,
  ...notifications,
  ...identity,
  ...limits,
  ...operations,
  ...alarms,
  ...auditLog,
  ...demo,
};
