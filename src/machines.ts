import { signingKeyState } from './auth/keys/signing-key-state.js';
import { approvalState } from './auth/approvals/approval-state.js';
import { factorRecoveryState } from './auth/credentials/lost-factor/factor-recovery.entity.js';
import { sessionStatus } from './idv/sessions/rules/session-status.js';
import { sessionStep } from './idv/sessions/rules/session-step.js';
import { notificationStatus } from './notifications/notification/notification-status.js';
import { fourEyesState } from './operators/four-eyes/four-eyes-state.js';
import { addressChangeState } from './users/addresses/address-change-state.js';
import { deviceStatus } from './users/devices/device.js';
import { userStatus } from './users/user/user-status.js';

interface ListedMachine {
  readonly context: string;
  readonly name: string;
  readonly diagram: () => string;
}

/**
 * All state machines. `machine-diagrams.mjs` inserts each diagram into the README of its context, between markers that
 * contain the machine's name.
 */
export const machines: readonly ListedMachine[] = [
  { context: 'users', name: 'user-status', diagram: () => userStatus.toMermaid() },
  { context: 'users', name: 'device-status', diagram: () => deviceStatus.toMermaid() },
  { context: 'users', name: 'address-change', diagram: () => addressChangeState.toMermaid() },
  { context: 'auth', name: 'signing-key', diagram: () => signingKeyState.toMermaid() },
  { context: 'auth', name: 'approval', diagram: () => approvalState.toMermaid() },
  { context: 'auth', name: 'factor-recovery', diagram: () => factorRecoveryState.toMermaid() },
  { context: 'idv', name: 'session-status', diagram: () => sessionStatus.toMermaid() },
  { context: 'idv', name: 'session-step', diagram: () => sessionStep.toMermaid() },
  { context: 'notifications', name: 'notification-status', diagram: () => notificationStatus.toMermaid() },
  { context: 'operators', name: 'four-eyes', diagram: () => fourEyesState.toMermaid() },
];
