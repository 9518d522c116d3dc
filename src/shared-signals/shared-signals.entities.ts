import { SecurityEvent } from './events/security-event.entity.js';
import { RemovedSubject, SignalStream } from './streams/signal-stream.entity.js';

export const sharedSignalsEntities = [RemovedSubject, SecurityEvent, SignalStream];
