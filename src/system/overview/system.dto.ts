import {
  ArrayField,
  BooleanField,
  EnumField,
  IntegerField,
  ObjectField,
  TextField,
} from '../../shared/fields/index.js';
import { type CertificateUse, certificateUses, type KnownCertificate } from './certificates.service.js';
import { type TrustedState, trustFaults } from '../contract/trusted-states.port.js';
import type { ChangedSetting } from './changed-settings.service.js';
import {
  type KnownSurface,
  MOST_PROCESSES,
  type Overview,
  type RunningProcess,
  type StoredWork,
} from './system-overview.service.js';

const TIME = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };
const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };
const modes = ['development', 'production', 'test'] as const;

export class SystemDatabaseDto {
  @TextField({ max: 255, example: '17.6', description: 'The version of PostgreSQL.' }) version!: string;
  @IntegerField({ ...COUNT, example: 734_003_200, description: 'The size of the database, in bytes.' }) bytes!: number;
  @BooleanField({ example: false, description: 'Whether the service runs its own PostgreSQL, as in development.' })
  embedded!: boolean;
}

export class SystemMigrationsDto {
  @IntegerField({ ...COUNT, example: 42 }) applied!: number;
  @TextField({ max: 255, nullable: true, example: 'NotificationsBaseline1798449005000' }) newest!: string | null;
  @IntegerField({
    ...COUNT,
    example: 0,
    description: 'Migrations of this release that have not been applied to the database yet.',
  })
  pending!: number;
}

export class SystemProcessDto {
  @IntegerField({
    ...TIME,
    description: 'Since when the process has been connected to the database, in milliseconds since 1970.',
  })
  startedTs!: number;
  @TextField({
    max: 64,
    nullable: true,
    example: '10.0.0.12',
    description: 'The address from which the process connects to the database.',
  })
  address!: string | null;

  static of({ startedAt, address }: RunningProcess): SystemProcessDto {
    return { startedTs: startedAt.getTime(), address };
  }
}

export class SystemSurfaceDto {
  @TextField({ max: 32, example: 'management' }) name!: string;
  @TextField({ max: 64, example: 'Management API' }) title!: string;
  @TextField({ max: 2048, example: 'https://api.example.com' }) url!: string;
  @BooleanField({ example: true, description: 'Whether the process that answers this call serves the surface.' })
  open!: boolean;

  static of({ name, title, url, open }: KnownSurface): SystemSurfaceDto {
    return { name, title, url, open };
  }
}

export class SystemCertificateDto {
  @EnumField(certificateUses, {
    name: 'CertificateUse',
    example: 'server',
    description:
      '`server`: the listeners use the certificate. `outbound`: the service presents it when it calls other servers.',
  })
  use!: CertificateUse;
  @TextField({ max: 2048, singleLine: false, example: 'CN=api.example.com' }) subject!: string;
  @IntegerField({ ...TIME, description: 'Start of the validity, in milliseconds since 1970.' }) notBeforeTs!: number;
  @IntegerField({ ...TIME, description: 'End of the validity, in milliseconds since 1970.' }) notAfterTs!: number;

  static of({ use, subject, notBefore, notAfter }: KnownCertificate): SystemCertificateDto {
    return { use, subject, notBeforeTs: notBefore.getTime(), notAfterTs: notAfter.getTime() };
  }
}

export class SystemSettingDto {
  @TextField({ max: 64, example: 'RATE_LIMIT' }) name!: string;
  @TextField({
    max: 65_536,
    nullable: true,
    singleLine: false,
    example: '200',
    description: 'The value. `null`: it is secret.',
  })
  value!: string | null;
  @TextField({ max: 2048, nullable: true, example: '100', description: 'The default. `null`: there is none.' })
  default!: string | null;
  @BooleanField({ example: false, description: 'Whether the setting is a secret. Its value is not shown.' })
  secret!: boolean;

  static of({ name, value, fallback, secret }: ChangedSetting): SystemSettingDto {
    return { name, value, default: fallback, secret };
  }
}

export class TrustedStateDto {
  @TextField({ max: 2, example: 'DE', description: 'The state, by the two-letter code in its certificates.' })
  state!: string;
  @IntegerField({ ...COUNT, example: 3, description: 'The number of authorities of the state that are valid now.' })
  authorities!: number;
  @IntegerField({
    ...TIME,
    description: 'When the last certificate of the state expires, in milliseconds since 1970.',
  })
  untilTs!: number;
  @IntegerField({
    ...TIME,
    nullable: true,
    description:
      'When the revocation list of the state should be replaced, in milliseconds since 1970. `null`: there is no list, or the list names no time.',
  })
  revocationsUntilTs!: number | null;

  static of({ state, authorities, until, revocationsUntil }: TrustedState): TrustedStateDto {
    return { state, authorities, untilTs: until.getTime(), revocationsUntilTs: revocationsUntil?.getTime() ?? null };
  }
}

export class ChipTrustFaultDto {
  @EnumField(trustFaults, {
    name: 'ChipTrustFaultKind',
    example: 'state_ends',
    description:
      '`list_old`: the master list is too old, because no newer one was imported. `publisher_ends`: the certificate of a publisher, or of the signer of its list, expires within 30 days. `state_ends`: the last certificate of a state expires within 90 days. `revocations_stale`: a revocation list should already have been replaced.',
  })
  fault!: (typeof trustFaults)[number];
  @TextField({
    max: 64,
    example: 'DE',
    description: 'What the problem concerns: a state, or the fingerprint of a publisher or list.',
  })
  of!: string;
}

export class ChipTrustDto {
  @ArrayField(() => TrustedStateDto, {
    max: 676,
    description: 'The trusted states. If the list is empty, every chip is refused.',
  })
  states!: TrustedStateDto[];
  @ArrayField(() => ChipTrustFaultDto, { max: 2_000, description: 'Problems that an operator should fix.' })
  faults!: ChipTrustFaultDto[];
}

export class SystemWorkDto {
  @TextField({ max: 255, example: 'shared/deliver-webhook', description: '`events`, or the kind of jobs.' })
  kind!: string;
  @IntegerField({
    ...COUNT,
    example: 3,
    description: 'The number of waiting jobs or events, whether they are due or not. Running ones are not counted.',
  })
  waiting!: number;
  @IntegerField({
    ...COUNT,
    example: 0,
    description: 'The number of jobs or events that failed too often and are no longer retried.',
  })
  parked!: number;
  @IntegerField({
    ...COUNT,
    example: 0,
    description: 'How long the oldest due job or event has been overdue, in seconds.',
  })
  overdueSeconds!: number;

  static of({ overdueSeconds, ...work }: StoredWork): SystemWorkDto {
    return { ...work, overdueSeconds: Math.floor(overdueSeconds) };
  }
}

export class SystemOverviewDto {
  @TextField({ max: 32, example: '1.0.0', description: 'The release of the service.' }) version!: string;
  @TextField({ max: 32, example: '20.19.0', description: 'The version of Node.js.' }) node!: string;
  @EnumField(modes, { name: 'SystemMode', example: 'production' }) mode!: (typeof modes)[number];
  @IntegerField({
    ...TIME,
    description: 'Since when the process that answers this call has been running, in milliseconds since 1970.',
  })
  startedTs!: number;
  @ObjectField(() => SystemDatabaseDto) database!: SystemDatabaseDto;
  @ObjectField(() => SystemMigrationsDto) migrations!: SystemMigrationsDto;
  @ArrayField(() => SystemProcessDto, {
    max: MOST_PROCESSES,
    description: 'All processes that are connected to the database now, on any machine, oldest first.',
  })
  processes!: SystemProcessDto[];
  @ArrayField(() => SystemSurfaceDto, { max: 20 }) surfaces!: SystemSurfaceDto[];
  @BooleanField({ example: true, description: 'Whether the process that answers this call processes jobs.' })
  worker!: boolean;
  @ArrayField(() => SystemWorkDto, { max: 200, description: 'The stored jobs and events, by kind.' })
  work!: SystemWorkDto[];
  @ArrayField(() => SystemCertificateDto, {
    max: 2,
    description:
      'The certificates named in the settings, as they are in the files now. After you change a file, reload the service to use it.',
  })
  certificates!: SystemCertificateDto[];
  @ObjectField(() => ChipTrustDto, {
    description: 'The states whose signatures on the chips of passports are trusted.',
  })
  chipTrust!: ChipTrustDto;
  @ArrayField(() => SystemSettingDto, { max: 500, description: 'The settings that differ from their defaults.' })
  settings!: SystemSettingDto[];

  static of(overview: Overview): SystemOverviewDto {
    const { version, node, mode, startedAt, database, migrations, worker } = overview;
    return {
      ...{ version, node, mode, startedTs: startedAt.getTime(), database, migrations, worker },
      processes: overview.processes.map((one) => SystemProcessDto.of(one)),
      surfaces: overview.surfaces.map((one) => SystemSurfaceDto.of(one)),
      work: overview.work.map((one) => SystemWorkDto.of(one)),
      certificates: overview.certificates.map((one) => SystemCertificateDto.of(one)),
      chipTrust: {
        states: overview.chipTrust.states.map((one) => TrustedStateDto.of(one)),
        faults: overview.chipTrust.faults.map(({ fault, of }) => ({ fault, of })),
      },
      settings: overview.settings.map((one) => SystemSettingDto.of(one)),
    };
  }
}
