import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DeclaresJob, type JobDeclaration } from './handles-job.decorator.js';
import { JobHandler } from './job-handler.js';

export interface FoundHandler {
  readonly declared: JobDeclaration;
  readonly handler: JobHandler;
}

/** The providers of all modules that handle jobs. */
@Injectable()
export class JobHandlers {
  constructor(private readonly discovery: DiscoveryService) {}

  find(): FoundHandler[] {
    const found = this.discovery.getProviders({ metadataKey: DeclaresJob.KEY }).map((wrapper) => {
      const declared = this.discovery.getMetadataByDecorator(DeclaresJob, wrapper);
      const handler: unknown = wrapper.instance;
      if (!declared || !(handler instanceof JobHandler)) throw new Error(`${wrapper.name} is not a JobHandler`);
      return { declared, handler: handler as JobHandler };
    });
    assertOneAKind(found);
    return found;
  }
}

function assertOneAKind(found: readonly FoundHandler[]): void {
  const kinds = found.map(({ declared }) => declared.kind);
  const twice = kinds.find((kind, index) => kinds.indexOf(kind) !== index);
  if (twice !== undefined) throw new Error(`Two handlers for jobs of kind ${twice}`);
}
