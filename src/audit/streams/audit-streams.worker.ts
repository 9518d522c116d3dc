import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { PollingLoop } from '../../shared/jobs/index.js';
import { Clock, newId } from '../../shared/kernel/index.js';
import { clientCertificate, Outbound, outboundTrust } from '../../shared/outbound/index.js';
import { AuditStream } from './audit-stream.js';
import { StreamPositions } from './stream-positions.repository.js';
import type { AuditTarget } from './targets/audit-target.js';
import { FileTarget } from './targets/file-target.js';
import { HttpTarget } from './targets/http-target.adapter.js';
import { SyslogTarget } from './targets/syslog-target.js';

const LOOK_EVERY_MS = 1_000;

/**
 * Sends the audit log to the configured external systems. Each has its own loop, so that a slow one does not delay the
 * others.
 */
@Injectable()
export class AuditStreamsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #streams: readonly AuditStream[];
  readonly #loops: readonly PollingLoop[];
  #stopping = false;

  constructor(@Inject(CONFIG) config: Config, positions: StreamPositions, outbound: Outbound, clock: Clock) {
    const targets = config.surfaces.includes('worker') ? targetsOf(config, outbound, clock) : [];
    this.#streams = targets.map((target) => new AuditStream(positions, target, config.auditForm, newId()));
    this.#loops = this.#streams.map(
      (stream) =>
        new PollingLoop(`Sending the audit log to ${stream.name}`, LOOK_EVERY_MS, () => this.#catchUp(stream)),
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
    while ((await stream.sendBatch()) && !this.#stopping);
  }
}

function targetsOf(config: Config, outbound: Outbound, clock: Clock): AuditTarget[] {
  const { auditSyslogUrl, auditFile, auditHttpUrl: url, auditHttpSecret: secret } = config;
  return [
    ...(auditSyslogUrl ? [new SyslogTarget(auditSyslogUrl, outboundTrust(config, clientCertificate(config)))] : []),
    ...(auditFile === undefined ? [] : [new FileTarget(auditFile)]),
    ...(url && secret ? [new HttpTarget({ url, secret }, outbound, clock)] : []),
  ];
}
