import { Injectable } from '@nestjs/common';
import { LiveEngine } from '../ports/engine.port.js';

/** Live users cannot be verified until an engine is installed. */
@Injectable()
export class NoEngine extends LiveEngine {
  get(): undefined {
    return undefined;
  }
}
