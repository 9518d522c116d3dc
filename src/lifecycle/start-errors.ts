import { ConfigError } from '../config.js';
import { ConfigurationRefused } from '../configuration/apply/configuration-at-start.service.js';
import { errorRecord, isError, maskShapes } from '../shared/observability/index.js';
import { errorCode, systemCode } from '../shared/kernel/index.js';
import { DataFolderInUse } from '../development/postgres/data-folder-lock.js';
import { HistoryIncomplete } from '../shared/persistence/index.js';
import { StorageRefused } from '../shared/storage/index.js';
import { BadAuthorityFile } from '../shared/outbound/index.js';
import { BadTlsFiles, UnknownSealingKey } from '../shared/security/index.js';
import { ProcessFailed } from './processes/process-slot.js';
import type { Terminal } from './terminal.js';

/** Thrown if startup cannot succeed. The message says why and what to change, in one sentence. */
export class StartRefused extends Error {}

/** Errors whose messages are shown to the operator unchanged. */
const REFUSED_IN_WORDS = [
  StartRefused,
  ConfigurationRefused,
  DataFolderInUse,
  BadTlsFiles,
  BadAuthorityFile,
  StorageRefused,
  HistoryIncomplete,
];

/** EX_CONFIG in sysexits.h. A restart will fail too, until a setting is changed. */
const BAD_CONFIGURATION = 78;

/**
 * Prints why startup failed and what to do. Only unexpected errors are printed with their stack. Returns the exit code.
 */
export function explain(error: unknown, terminal: Pick<Terminal, 'complain'>): number {
  if (error instanceof ConfigError) {
    error.sentences.forEach((sentence) => terminal.complain(sentence));
    return BAD_CONFIGURATION;
  }
  if (REFUSED_IN_WORDS.some((kind) => error instanceof kind) && isError(error)) {
    terminal.complain(error.message);
    return 1;
  }
  // No message: the process that failed has already reported the reason.
  if (error instanceof ProcessFailed) return error.exitCode || 1;
  if (isDiskFull(error)) {
    terminal.complain('The disk is full. Free some space where DATA_DIR or the database is, and start again.');
    return 1;
  }
  if (error instanceof UnknownSealingKey) {
    terminal.complain(`${error.message}.`);
    return BAD_CONFIGURATION;
  }
  const place = refusedPlace(error);
  if (place !== undefined) {
    terminal.complain(`${place} cannot be used. Let this user write there, or set DATA_DIR to another folder.`);
    return 1;
  }
  const { type, message, stack } = errorRecord(
    isError(error) ? error : new Error('Something else than an error was thrown'),
  );
  terminal.complain(maskShapes(`Countersign could not start. ${type}: ${message}\n${stack}`));
  return 1;
}

const REFUSALS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** The error codes for a full disk, from the operating system and from PostgreSQL (disk_full). */
const DISK_FULL = new Set<unknown>(['ENOSPC', '53100']);

function isDiskFull(error: unknown): boolean {
  if (!isError(error)) return false;
  return DISK_FULL.has(errorCode(error)) || /no space left on device/i.test(error.message) || isDiskFull(error.cause);
}

/** The path and the error code, if the system denied access to a path. Undefined for any other error. */
function refusedPlace(error: unknown): string | undefined {
  const code = systemCode(error);
  if (code === undefined || !REFUSALS.has(code) || !isError(error) || !('path' in error)) return undefined;
  return `${String(error.path)} (${code})`;
}
