import { MessageSender } from '../contract/message-sender.port.js';

/** Reaches nobody: the enterprise hands out every code itself. */
export class NoMessages extends MessageSender {
  canReach(): boolean {
    return false;
  }

  send(): Promise<void> {
    return Promise.reject(new Error('MESSAGES=off: no message is sent'));
  }
}
