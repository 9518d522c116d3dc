import { SecurityEvent } from './events/security-event.entity.js';
import { RemovedSubject } from './streams/subjects/removed-subject.entity.js';
import { SignalStream } from './streams/signal-stream.entity.js';

export const sharedSignalsEntities = [RemovedSubject, SecurityEvent, SignalStream];
