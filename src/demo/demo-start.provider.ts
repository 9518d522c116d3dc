import { Injectable } from '@nestjs/common';
import { DevelopmentStart, type StartNote } from '../shared/observability/index.js';
import { DemoSetup } from './demo-clients.js';
import { Demo } from './demo.service.js';

/** Creates the bank's clients at the first start. */
@Injectable()
export class DemoStart extends DevelopmentStart {
  override readonly comesLast = true;

  constructor(
    private readonly setup: DemoSetup,
    private readonly demo: Demo,
  ) {
    super();
  }

  async onDevelopmentStart(dataFolder: string): Promise<StartNote | undefined> {
    this.demo.open(await this.setup.clientsIn(dataFolder));
    return undefined;
  }
}
