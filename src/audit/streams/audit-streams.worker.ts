import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { PollingLoop } from '../../shared/jobs/index.js';
import { newId } from '../../shared/kernel/index.js';
import { clientCertificate, outboundTrust } from '../../shared/outbound/index.js';
import { AuditStream } from './audit-stream.js';
import { StreamPositions } from './stream-positions.repository.js';
import type { AuditTarget } from './targets/audit-target.js';
import { FileTarget } from './targets/file-target.js';
import { SyslogTarget } from './targets/syslog-target.js';

const LOOK_EVERY_MS = 1_000;

/** Sends the audit log to the systems that settings name. Each has a loop of its own: a slow one delays no other. */
@Injectable()
export class AuditStreamsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #streams: readonly AuditStream[];
  readonly #loops: readonly PollingLoop[];
  #stopping = false;

  constructor(@Inject(CONFIG) config: Config, positions: StreamPositions) {
    const targets = config.surfaces.includes('worker') ? targetsOf(config) : [];
    this.#streams = targets.map((target) => new AuditStream(positions, target, config.auditForm, newId()));
    this.#loops = this.#streams.map(
      (stream) => new PollingLoop(`The audit log's way to ${stream.name}`, LOOK_EVERY_MS, () => this.#catchUp(stream)),
    );
  }

  onApplicationBootstrap(): void {
    for (const loop of this.#loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await Promise.allSettled(this.#streams.map((stream) => stream.stop()));
  }

  async #catchUp(stream: AuditStream): Promise<void> {
    while ((await stream.turn()) && !this.#stopping);
  }
}

function targetsOf(config: Config): AuditTarget[] {
  const { auditSyslogUrl, auditFile } = config;
  return [
    ...(auditSyslogUrl ? [new SyslogTarget(auditSyslogUrl, outboundTrust(config, clientCertificate(config)))] : []),
    ...(auditFile === undefined ? [] : [new FileTarget(auditFile)]),
  ];
}
