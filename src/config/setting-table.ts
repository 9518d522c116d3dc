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

/** Helps an operator choose a face model. Shown in the documentation and in error messages. */
export const FACE_NETS =
  '`mobilefacenet` matched 1 pair of strangers in 1,000 and missed 1 ID portrait in 100. `dlib` matches as few strangers and is in the public domain, but for 1 ID portrait in 8 it needs a second try or a reviewer.';

/**
 * The terms of use of MobileFaceNet. Shown wherever an operator chooses the model, and when a process that uses it
 * starts.
 */
export const MOBILEFACENET_TERMS =
  'Its weights are published under the Apache License 2.0. It was trained on pictures (MS1M) that InsightFace prepared. InsightFace says that models trained with them are for non-commercial research only. Ask your lawyers before you use it.';

const whatRuns = {
  nodeEnv: oneOf('development', 'production', 'test')(
    'NODE_ENV',
    'development',
    'With `production`, the service makes up no values: you must set keys, certificates, the database and the public URLs.',
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
    'The surfaces that this process serves. `worker` means that it runs jobs and sweeps. In development, `console` is included. In production, name it.',
  ),
  processes: processes(
    'PROCESSES',
    '1',
    'The number of processes that share the listeners. `auto` starts one for each core. Jobs run in the first process. The image sets `auto`.',
  ),
  dataDir: text('DATA_DIR', '.data', 'The folder of the embedded database, and of development keys and certificates.'),
  configApply: text(
    'CONFIG_APPLY',
    undefined,
    'A file or folder with configuration (enterprises, clients and other objects). Each start applies it.',
  ),
  brandName: text('BRAND_NAME', 'Countersign', 'The name that people read on the hosted pages and in messages.'),
  brandLogoUrl: httpsUrl('BRAND_LOGO_URL', undefined, 'The logo on the hosted pages. An enterprise may have its own.'),
  brandColor: color(
    'BRAND_COLOR',
    '#0e5c53',
    'The colour of buttons and links on the hosted pages. An enterprise may have its own.',
  ),
  privacyUrl: httpsUrl(
    'PRIVACY_URL',
    undefined,
    'The address of the privacy notice. Every hosted page and the app link to it. An enterprise may have its own privacy, terms and help pages.',
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
    "Addresses and subnets that can use the operators' console: the network of your staff, such as `10.20.0.0/16`. Without it, every network can.",
  ),
  consoleReadingAlarm: whole(0, 1_000_000, 'persons')(
    'CONSOLE_READING_ALARM',
    '50',
    'The webhook `operators.unusual_reading` informs an enterprise when an operator views this many of its persons within an hour. 0: never.',
  ),
  consoleListAlarm: whole(0, 1_000_000, 'persons')(
    'CONSOLE_LIST_ALARM',
    '200',
    'The same webhook is sent when lists and searches have shown an operator this many different persons within an hour. 0: never.',
  ),
  consoleActionLimit: whole(1, 1_000, 'users')(
    'CONSOLE_ACTION_LIMIT',
    '25',
    'The most users for whom an operator can start one action alone, such as to block or export them. For more, a second operator must approve.',
  ),
  trustProxy: list(
    'TRUST_PROXY',
    '',
    'Addresses or subnets of the proxies in front, such as `10.0.0.0/8`. The service accepts `X-Forwarded-For` only from these.',
  ),
  countryHeader: headerName(
    'COUNTRY_HEADER',
    undefined,
    'The header in which the proxies of `TRUST_PROXY` send the country of the caller as two letters, such as `CF-IPCountry`. Users see the country beside their sessions.',
  ),
};

const tls = {
  tlsMode: oneOf('on', 'off')('TLS_MODE', 'on', 'Set `off` behind a proxy that terminates TLS.'),
  tlsCertFile: text('TLS_CERT_FILE', undefined, 'Certificate chain in PEM. Without it, development creates its own.'),
  tlsKeyFile: text('TLS_KEY_FILE', undefined, 'Private key of the certificate in PEM.'),
  outboundCaFile: text(
    'OUTBOUND_CA_FILE',
    undefined,
    'Certificate authorities that our own calls trust besides the usual ones.',
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
    'PostgreSQL 15 or later: `postgres://user:password@host:5432/name`. Without it, development runs an embedded database.',
    { secret: true },
  ),
  databaseReadUrl: text(
    'DATABASE_READ_URL',
    undefined,
    'A streaming replica of that database. While the replica keeps up, lists, searches, figures and exports are read from it.',
    { secret: true },
  ),
  databaseReadLag: whole(2, 3_600, 'seconds')(
    'DATABASE_READ_LAG',
    '5',
    'How old an answer from the replica may be. While the replica is further behind or unavailable, the primary database answers.',
  ),
  signalsUrl: serverUrl('nats', 'tls')(
    'SIGNALS_URL',
    undefined,
    'A NATS server with which many processes wake each other, instead of NOTIFY: `tls://user:password@host:4222`.',
    { secret: true },
  ),
  databaseSizeAlarm: whole(0, 1_000_000_000, 'MiB')(
    'DATABASE_SIZE_ALARM',
    '0',
    'The service warns when the database has grown to this size. Set it for a database whose disk this process cannot see. 0: never.',
  ),
  diskFreeAlarm: whole(0, 1_000_000_000, 'MiB')(
    'DISK_FREE_ALARM',
    '2048',
    'For the embedded database: the service warns when its disk has less free space than this. Below a quarter of it, the service refuses pictures and new notifications.',
  ),
  databasePool: whole(2, 200)(
    'DATABASE_POOL',
    '16',
    'The most database connections of the program. Several processes share them, and each has at least four.',
  ),
  databaseLockTimeout: whole(1, 600, 'seconds')(
    'DATABASE_LOCK_TIMEOUT',
    '3',
    'How long a statement may wait for a lock. After that, the caller gets 503 and can retry. Commands have no limit.',
  ),
  databaseStatementTimeout: whole(1, 3_600, 'seconds')(
    'DATABASE_STATEMENT_TIMEOUT',
    '30',
    'How long a statement may take. Migrations and commands have no limit.',
  ),
  databaseIdleTimeout: whole(1, 3_600, 'seconds')(
    'DATABASE_IDLE_TIMEOUT',
    '15',
    'How long a transaction may be open and idle before PostgreSQL ends it and releases its locks.',
  ),
  migrate: oneOf('on', 'off')('MIGRATE', 'on', 'With `off`, only `npm run migrate` runs migrations.'),
};

const security = {
  encryptionKeys: keyring(
    'ENCRYPTION_KEYS',
    undefined,
    'Keys for data at rest, `id:base64 of 32 bytes`, comma-separated. The service seals with the first key, and can open with any. Add a new key at the end.',
    { secret: true },
  ),
  passwordMemoryKib: whole(8_192, 4_194_304, 'KiB')(
    'PASSWORD_MEMORY_KIB',
    '19456',
    'Memory that the hashing of one password takes (argon2id). When you change it, each hash is renewed at the next login.',
  ),
  passwordPasses: whole(1, 100)('PASSWORD_PASSES', '2', 'Passes over that memory (argon2id).'),
  passwordLanes: whole(1, 16)('PASSWORD_LANES', '1', 'Lanes of that memory (argon2id).'),
  lockoutUnknown: oneOf('delay', 'block')(
    'LOCKOUT_UNKNOWN',
    'delay',
    'What happens after wrong passwords from a browser that the user has never used. `delay`: the next try must wait, so that nobody can lock a user out. `block`: they count towards the five that block the user.',
  ),
  outboundAllow: destinations(
    'OUTBOUND_ALLOW',
    undefined,
    'Private hosts, addresses and subnets that our own calls may reach: `kyc.bank.internal,10.1.0.0/16`. Development: this machine.',
  ),
  dnsServers: nameServers(
    'DNS_SERVERS',
    '',
    'Name servers for our own calls to registered addresses, in this order: `10.0.0.53,[2001:db8::53]:5353`. Without it, the service uses those of the system, with its search domains.',
  ),
};

/**
 * The lifetimes of the codes and tokens that the authorization server issues, and of its sessions. A client may have
 * its own lifetimes for its tokens.
 */
const lifetimes = {
  authorizationCodeTtl: whole(10, 600, 'seconds')(
    'AUTHORIZATION_CODE_TTL',
    '60',
    'How long an authorization code is valid.',
  ),
  accessTokenTtl: whole(60, 86_400, 'seconds')('ACCESS_TOKEN_TTL', '300', 'The lifetime of an access token of a user.'),
  clientTokenTtl: whole(60, 86_400, 'seconds')(
    'CLIENT_TOKEN_TTL',
    '3600',
    'The lifetime of an access token that a client gets for itself.',
  ),
  refreshTokenTtl: whole(300, 31_536_000, 'seconds')(
    'REFRESH_TOKEN_TTL',
    '1209600',
    'How long a refresh token may stay unused. Each use yields a new one.',
  ),
  sessionTtl: whole(300, 31_536_000, 'seconds')(
    'SESSION_TTL',
    '1209600',
    'After this time users must log in again, even if they are active.',
  ),
  sessionIdle: whole(60, 31_536_000, 'seconds')(
    'SESSION_IDLE',
    '43200',
    'After this time without activity users must log in again.',
  ),
};

const webhooks = {
  webhookRetentionDays: whole(1, 90, 'days')(
    'WEBHOOK_RETENTION_DAYS',
    '30',
    'How long webhook deliveries are kept for the log and for replays. They may contain personal data, which is sealed.',
  ),
};

/** Settings for the storage of pictures. Without an endpoint, pictures are stored in the database. */
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
    '`true`: the bucket is in the path, as most servers require. `false`: the bucket is in the host name, as with AWS.',
  ),
};

const messages = {
  messages: oneOf('on', 'off')('MESSAGES', 'on', 'With `off`, the enterprise itself hands out every activation code.'),
  messagesUrl: httpsUrl(
    'MESSAGES_URL',
    undefined,
    'Your own server that delivers messages to people, instead of the mail server. It gets each message as a signed call.',
  ),
  messagesSecret: webhookSecret(
    'MESSAGES_SECRET',
    undefined,
    'The secret that signs calls to `MESSAGES_URL`: `whsec_` and base64.',
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
    'With `off`, `smtp://` is used without STARTTLS, for a relay on a private network. A relay on this machine does not need `off`.',
  ),
  mailFrom: mailbox('MAIL_FROM', undefined, 'The sender of mails: `Countersign <no-reply@example.com>`.'),
};

const notifications = {
  appClientId: text(
    'APP_CLIENT_ID',
    undefined,
    'The client of the app at `MOBILE_URL/app/`; `npm run cli -- app create` creates one. Development creates its own.',
  ),
  notificationRetentionDays: whole(31, 36_500, 'days')(
    'NOTIFICATION_RETENTION_DAYS',
    '400',
    'How long notifications are kept, with their answers and evidence.',
  ),
  notificationRate: whole(1, 1_000_000)(
    'NOTIFICATION_RATE',
    '200',
    'New notifications a second that all clients of one enterprise may create together.',
  ),
  notificationBurst: whole(1, 10_000_000)(
    'NOTIFICATION_BURST',
    '20000',
    'New notifications that all clients of one enterprise may create at once.',
  ),
  notificationsOpen: whole(1, 100_000_000)(
    'NOTIFICATIONS_OPEN',
    '1000000',
    'The most ACTIVE notifications of one enterprise. The limit is approximate, because they are counted every minute.',
  ),
  notificationDailyStorage: whole(1, 1_048_576, 'MiB')(
    'NOTIFICATION_DAILY_STORAGE',
    '4096',
    'How much one enterprise may store in notifications and templates each day (UTC). `dailyNotificationMiB` of an enterprise sets another amount.',
  ),
  vapidPublicKey: text(
    'VAPID_PUBLIC_KEY',
    undefined,
    'Web Push: the public key that browsers subscribe with, base64url. `npx web-push generate-vapid-keys` creates a pair.',
  ),
  vapidPrivateKey: text('VAPID_PRIVATE_KEY', undefined, 'Web Push: the private key of the pair, base64url.', {
    secret: true,
  }),
  vapidSubject: text(
    'VAPID_SUBJECT',
    undefined,
    'Web Push: the contact for the push services, `mailto:…` or `https://…`.',
  ),
  fcmCredentialsFile: text(
    'FCM_CREDENTIALS_FILE',
    undefined,
    'Android: the service account of the Firebase project, as its JSON file.',
  ),
  fcmUrl: origin('FCM_URL', 'https://fcm.googleapis.com', 'Android: the address of Firebase Cloud Messaging.'),
  deviceAttestationRoots: text(
    'DEVICE_ATTESTATION_ROOTS',
    undefined,
    'The root certificates for attestations of device keys: a PEM file, or a folder with `.pem` files. Without them, attestations are stored but not verified.',
  ),
  deviceAttestationApps: list(
    'DEVICE_ATTESTATION_APPS',
    '',
    'The apps whose attestations count: `TEAM.bundle` for iOS, `package` or `package@SHA-256 of its signer` for Android. Without it, every app counts.',
  ),
  apnsKeyFile: text('APNS_KEY_FILE', undefined, 'iOS: the key for Apple push notifications, as its `.p8` file.'),
  apnsKeyId: text('APNS_KEY_ID', undefined, 'iOS: the id of that key.'),
  apnsTeamId: text('APNS_TEAM_ID', undefined, 'iOS: the id of the team that owns the app.'),
  apnsTopic: text('APNS_TOPIC', undefined, 'iOS: the bundle id of the app.'),
  apnsUrl: origin(
    'APNS_URL',
    'https://api.push.apple.com',
    'iOS: the address of the push service. For developer builds, use `https://api.sandbox.push.apple.com`.',
  ),
};

const identity = {
  idvReviewFourEyes: flag(
    'IDV_REVIEW_FOUR_EYES',
    'false',
    'With `true`, two different people must make the same decision in a review: two operators who are not two accounts of one person, or two different clients.',
  ),
  idvEngine: oneOf('built-in', 'vendor', 'none')(
    'IDV_ENGINE',
    'built-in',
    'What verifies live users. With `none`, the service refuses sessions for live users. Test mode has its own engine.',
  ),
  idvEngineProcesses: oneOf('all', 'worker')(
    'IDV_ENGINE_PROCESSES',
    'all',
    'Which processes read pictures. `all`: those that serve the verification pages. `worker`: only those with that surface.',
  ),
  idvVendorUrl: httpsUrl(
    'IDV_VENDOR_URL',
    undefined,
    'For `IDV_ENGINE=vendor`: the address at which the service creates sessions, such as `https://idv.example.com/v1`.',
  ),
  idvVendorToken: text('IDV_VENDOR_TOKEN', undefined, 'The bearer token for calls to the vendor.', {
    secret: true,
  }),
  idvVendorWebhookSecret: webhookSecret(
    'IDV_VENDOR_WEBHOOK_SECRET',
    undefined,
    'The secret with which the vendor signs its webhooks: `whsec_` and base64.',
    { secret: true },
  ),
  idvReadingMs: whole(200, 10_000, 'ms')(
    'IDV_READING_MS',
    '1200',
    'The CPU time that the search for the machine readable zone of one picture may take. If it takes longer, the user must take the picture again.',
  ),
  idvChipListAgeDays: whole(1, 3_650, 'days')(
    'IDV_CHIP_LIST_AGE_DAYS',
    '90',
    'When the newest master list is older than this, operators are asked to import a newer one. Nothing is refused.',
  ),
  idvChipWeak: oneOf('doubt', 'refuse')(
    'IDV_CHIP_WEAK',
    'doubt',
    'How to treat a passport chip with a signature over SHA-1. `doubt`: a person reviews it, and without reviewers it is not accepted. `refuse`: it is never accepted.',
  ),
  idvChipRevocation: oneOf('unknown-is-good', 'must-be-known')(
    'IDV_CHIP_REVOCATION',
    'unknown-is-good',
    'Whether a current revocation list must cover the signer of a chip. `must-be-known`: without such a list, a person reviews the chip. Without reviewers, the chip is not accepted. Few states publish lists.',
  ),
  idvChipDeviations: chipDeviations(
    'IDV_CHIP_DEVIATIONS',
    'plain-content:CN',
    'States whose chips may deviate from the rules of ICAO. With `plain-content:` and the two letters of a state, the signed objects of that state may call their content plain data. `none` allows no deviation.',
  ),
  idvFaceNet: oneOf('dlib', 'mobilefacenet')(
    'IDV_FACE_NET',
    undefined,
    `The model that compares faces. In production you must name it. Development uses \`mobilefacenet\`. ${FACE_NETS} About \`mobilefacenet\`: ${MOBILEFACENET_TERMS}`,
  ),
  idvFaceModel: text(
    'IDV_FACE_MODEL',
    undefined,
    'Your own face model, instead of a built-in one: the path of its JSON description.',
  ),
  idvFaceModelSha256: sha256(
    'IDV_FACE_MODEL_SHA256',
    undefined,
    'The SHA-256 of that description, which contains the SHA-256 of the model. So nobody can change either without changing this setting.',
  ),
};

const limits = {
  rateLimit: whole(1, 1_000_000)('RATE_LIMIT', '100', 'Requests a second that one client may make.'),
  rateBurst: whole(1, 10_000_000)('RATE_BURST', '1000', 'Requests that one client may make at once.'),
  enterpriseRateLimit: whole(1, 1_000_000)(
    'ENTERPRISE_RATE_LIMIT',
    '500',
    'Requests a second that all clients of one enterprise may make together. `rateLimit` of an enterprise sets another limit. Requests of users do not count.',
  ),
  enterpriseRateBurst: whole(1, 10_000_000)(
    'ENTERPRISE_RATE_BURST',
    '5000',
    'Requests that all clients of one enterprise may make at once.',
  ),
  enterpriseClients: whole(1, 10_000)(
    'ENTERPRISE_CLIENTS',
    '100',
    'The most clients of one enterprise, live and test clients together.',
  ),
  clientRegistration: flag(
    'CLIENT_REGISTRATION',
    'false',
    'With `true`, clients can register themselves (RFC 7591). They need an initial access token of their enterprise.',
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
    'Wrong passwords and codes a minute from one address. Correct ones do not count.',
  ),
  loginAddressBurst: whole(1, 1_000_000)(
    'LOGIN_ADDRESS_BURST',
    '60',
    'Wrong passwords and codes at once from one address. Correct ones do not count.',
  ),
  recoveryCodesPerNetwork: whole(1, 1_000_000)(
    'RECOVERY_CODES_PER_NETWORK',
    '10',
    'Codes for forgotten passwords that one network address may request in an hour.',
  ),
  recoveryCodesPerEnterprise: whole(1, 1_000_000)(
    'RECOVERY_CODES_PER_ENTERPRISE',
    '100',
    'Codes for forgotten passwords that all users of an enterprise together may request in an hour.',
  ),
  authorizationAddressRate: whole(1, 1_000_000)(
    'AUTHORIZATION_ADDRESS_RATE',
    '60',
    'Sign-ins a minute that one address may begin in browsers where nobody is signed in yet.',
  ),
  authorizationAddressBurst: whole(1, 1_000_000)(
    'AUTHORIZATION_ADDRESS_BURST',
    '1000',
    'Sign-ins that one address may begin at once.',
  ),
  listMemory: whole(4, 65_536, 'MiB')(
    'LIST_MEMORY',
    '64',
    'The memory for lists of notifications whose readers have not received them yet.',
  ),
  requestTimeout: whole(1, 600, 'seconds')('REQUEST_TIMEOUT', '30', 'How long a request may take to arrive.'),
  drainSeconds: whole(0, 600, 'seconds')(
    'DRAIN_SECONDS',
    '10',
    'How long running requests may take to finish at shutdown.',
  ),
  readyDelaySeconds: whole(0, 60, 'seconds')(
    'READY_DELAY_SECONDS',
    '0',
    'How long `/health/ready` answers 503 before the listeners close at shutdown, so that a load balancer notices.',
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
    'The OpenTelemetry collector, OTLP over HTTP. Without it there are no traces.',
  ),
  serviceName: text('OTEL_SERVICE_NAME', 'countersign', 'The service name in traces.'),
};

const alarms = {
  alarmMail: mailAddresses(
    'ALARM_MAIL',
    '',
    'The addresses that get a mail when an alarm begins or ends: `ops@bank.example`.',
  ),
  alarmUrl: httpsUrl('ALARM_URL', undefined, 'Your own server that gets the same alarms as signed calls.'),
  alarmSecret: webhookSecret(
    'ALARM_SECRET',
    undefined,
    'The secret that signs calls to `ALARM_URL`: `whsec_` and base64.',
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
    'A file to which a process with `worker` appends every entry of the audit log, one line of JSON each.',
  ),
  auditHttpUrl: httpsUrl(
    'AUDIT_HTTP_URL',
    undefined,
    'A server that gets every entry of the audit log, up to 100 in one signed call.',
  ),
  auditHttpSecret: webhookSecret(
    'AUDIT_HTTP_SECRET',
    undefined,
    'The secret that signs calls to `AUDIT_HTTP_URL`: `whsec_` and base64.',
    { secret: true },
  ),
  auditForm: oneOf('json', 'ocsf')(
    'AUDIT_FORM',
    'json',
    'The format of these entries. `json` is our own format. `ocsf` is the format of the Open Cybersecurity Schema Framework.',
  ),
};

const demo = {
  demo: oneOf('on', 'off')(
    'DEMO',
    undefined,
    'The demo bank, for a first look, with its own data in test mode. It is on in development if one process runs all surfaces. Production refuses it.',
  ),
  demoPort: port('DEMO_PORT', '8008', 'Port of the demo bank.'),
  developersFrom: privateNetworks(
    'DEVELOPERS_FROM',
    '',
    'Networks whose requests to the demo and the mailbox count as requests from this machine. Use it for a container whose ports are published to this machine only. Production refuses it.',
  ),
  lanAddress: privateAddress(
    'LAN_ADDRESS',
    undefined,
    'The address of this machine in its local network, so that you can test with a phone there. It replaces `localhost` in all public URLs and in the development certificate. `npm start -- --lan` sets it together with `LISTEN_HOST`. Production refuses it.',
  ),
  demoBrand: namedColor('DEMO_BRAND', 'Lanternfield Bank #3a3f8f', 'Name and colour of the demo bank.'),
};

/** All settings, in the groups of `docs/settings.md`, which is generated from this table. */
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

/** All settings in `settingGroups`, without their groups. */
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
