import { ArrayField, BooleanField, EnumField, IntegerField, ObjectField, TextField } from '../../shared/http/index.js';
import { type CertificateUse, certificateUses, type KnownCertificate } from './certificates.service.js';
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
  @TextField({ max: 255, example: '17.6', description: 'Of PostgreSQL.' }) version!: string;
  @IntegerField({ ...COUNT, example: 734_003_200, description: 'How large it is.' }) bytes!: number;
  @BooleanField({ example: false, description: 'Whether it is the one that development runs.' }) embedded!: boolean;
}

export class SystemMigrationsDto {
  @IntegerField({ ...COUNT, example: 42 }) applied!: number;
  @TextField({ max: 255, nullable: true, example: 'Figures1797600000000' }) newest!: string | null;
  @IntegerField({ ...COUNT, example: 0, description: 'That this release has and the database lacks.' })
  pending!: number;
}

export class SystemProcessDto {
  @IntegerField({ ...TIME, description: 'Since when it is connected to the database.' }) startedTs!: number;
  @TextField({ max: 64, nullable: true, example: '10.0.0.12', description: 'Where it connects from.' })
  address!: string | null;

  static of({ startedAt, address }: RunningProcess): SystemProcessDto {
    return { startedTs: startedAt.getTime(), address };
  }
}

export class SystemSurfaceDto {
  @TextField({ max: 32, example: 'management' }) name!: string;
  @TextField({ max: 64, example: 'Management API' }) title!: string;
  @TextField({ max: 2048, example: 'https://api.example.com' }) url!: string;
  @BooleanField({ example: true, description: 'Whether the process that answers serves it.' }) open!: boolean;

  static of({ name, title, url, open }: KnownSurface): SystemSurfaceDto {
    return { name, title, url, open };
  }
}

export class SystemCertificateDto {
  @EnumField(certificateUses, {
    name: 'CertificateUse',
    example: 'server',
    description: '`server`: of the listeners; `outbound`: what our own calls present.',
  })
  use!: CertificateUse;
  @TextField({ max: 2048, singleLine: false, example: 'CN=api.example.com' }) subject!: string;
  @IntegerField({ ...TIME, description: 'From then on it is valid.' }) notBeforeTs!: number;
  @IntegerField({ ...TIME, description: 'Until then it is valid.' }) notAfterTs!: number;

  static of({ use, subject, notBefore, notAfter }: KnownCertificate): SystemCertificateDto {
    return { use, subject, notBeforeTs: notBefore.getTime(), notAfterTs: notAfter.getTime() };
  }
}

export class SystemSettingDto {
  @TextField({ max: 64, example: 'RATE_LIMIT' }) name!: string;
  @TextField({ max: 65_536, nullable: true, singleLine: false, example: '200', description: '`null`: a secret.' })
  value!: string | null;
  @TextField({ max: 2048, nullable: true, example: '100', description: '`null`: there is none.' })
  default!: string | null;
  @BooleanField({ example: false, description: 'A secret is set, and not told.' }) secret!: boolean;

  static of({ name, value, fallback, secret }: ChangedSetting): SystemSettingDto {
    return { name, value, default: fallback, secret };
  }
}

export class SystemWorkDto {
  @TextField({ max: 255, example: 'shared/deliver-webhook', description: '`events`, or a kind of jobs.' })
  kind!: string;
  @IntegerField({ ...COUNT, example: 3, description: 'Due or not yet, and not running.' }) waiting!: number;
  @IntegerField({ ...COUNT, example: 0, description: 'Failed so often that they are left alone.' }) parked!: number;
  @IntegerField({ ...COUNT, example: 0, description: 'How long the oldest of those that are due has been so.' })
  overdueSeconds!: number;

  static of({ overdueSeconds, ...work }: StoredWork): SystemWorkDto {
    return { ...work, overdueSeconds: Math.floor(overdueSeconds) };
  }
}

export class SystemOverviewDto {
  @TextField({ max: 32, example: '0.1.0', description: 'The release.' }) version!: string;
  @TextField({ max: 32, example: '20.19.0', description: 'The version of Node.' }) node!: string;
  @EnumField(modes, { name: 'SystemMode', example: 'production' }) mode!: (typeof modes)[number];
  @IntegerField({ ...TIME, description: 'Since when the process runs that answers.' }) startedTs!: number;
  @ObjectField(() => SystemDatabaseDto) database!: SystemDatabaseDto;
  @ObjectField(() => SystemMigrationsDto) migrations!: SystemMigrationsDto;
  @ArrayField(() => SystemProcessDto, {
    max: MOST_PROCESSES,
    description: 'All that are connected to the database now, on whatever machine, the oldest first.',
  })
  processes!: SystemProcessDto[];
  @ArrayField(() => SystemSurfaceDto, { max: 20 }) surfaces!: SystemSurfaceDto[];
  @BooleanField({ example: true, description: 'Whether the process that answers works on jobs.' }) worker!: boolean;
  @ArrayField(() => SystemWorkDto, { max: 200, description: 'Stored work, by its kind.' }) work!: SystemWorkDto[];
  @ArrayField(() => SystemCertificateDto, {
    max: 2,
    description: 'Those that the settings name, as their files are now. A new one is used after a reload.',
  })
  certificates!: SystemCertificateDto[];
  @ArrayField(() => SystemSettingDto, { max: 500, description: 'Those that differ from their defaults.' })
  settings!: SystemSettingDto[];

  static of(overview: Overview): SystemOverviewDto {
    const { version, node, mode, startedAt, database, migrations, worker } = overview;
    return {
      ...{ version, node, mode, startedTs: startedAt.getTime(), database, migrations, worker },
      processes: overview.processes.map((one) => SystemProcessDto.of(one)),
      surfaces: overview.surfaces.map((one) => SystemSurfaceDto.of(one)),
      work: overview.work.map((one) => SystemWorkDto.of(one)),
      certificates: overview.certificates.map((one) => SystemCertificateDto.of(one)),
      settings: overview.settings.map((one) => SystemSettingDto.of(one)),
    };
  }
}
