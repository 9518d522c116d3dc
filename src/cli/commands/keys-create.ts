import { newRingEntry } from '../../shared/security/sealing/keyring.js';
import { CalledWrongly, defineCommand } from '../../shared/operations/command.js';

const KEY_ID = /^[A-Za-z0-9_-]{1,16}$/;

export const keysCreate = defineCommand({
  name: 'keys create',
  summary: 'Makes a key for data at rest: an entry to add at the end of ENCRYPTION_KEYS. It is kept nowhere.',
  options: { id: { type: 'string', value: 'ID', summary: 'What the key is called; default: k and the date.' } },
  run: ({ options, print }) => {
    const id = options.id ?? `k${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
    if (!KEY_ID.test(id)) throw new CalledWrongly('--id takes 1 to 16 of A-Z a-z 0-9 _ -');
    print(newRingEntry(id));
    return 0;
  },
});
