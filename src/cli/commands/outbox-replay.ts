import { OutboxRelay } from '../../shared/events/outbox.relay.js';
import { defineCommand } from '../../shared/operations/command.js';
import { givenId } from './given-id.js';

export const outboxReplay = defineCommand({
  name: 'outbox replay',
  summary: 'Puts parked events back to work: all of them, those of a type, or one.',
  options: {
    type: { type: 'string', value: 'TYPE', summary: 'Only events of this type, such as `users.user-onboarded.v1`.' },
    id: { type: 'string', value: 'ID', summary: 'Only this event, as the log names it.' },
  },
  run: async ({ application, options, print }) => {
    const which = { type: options.type, id: givenId(options.id) };
    const replayed = await (await application()).get(OutboxRelay).replayParked(which);
    print(`${replayed} parked events will be delivered again.`);
    return 0;
  },
});
