export const audit = {
  about: 'Who did what, to whom, when and from where. No one can change it, not even us.',
  search: 'Operator, client or user id, address or trace id',
  what: 'What',
  by: 'By',
  subject: 'About',
  outcome: 'Outcome',
  from: 'From',
  when: 'When',
  time: 'Time',
  trace: 'Trace',
  comments: 'Reason',
  done: 'done',
  entry: 'Entry',
  number: (text: string) => `Entry ${text}`,
  notLinked: 'Not in the chain yet',
  sameTrace: 'Everything this request did',
  noneText: 'The log goes back to the first day. Widen the date range.',
  kinds: [
    ['users.*', 'Users'],
    ['auth.*', 'Sign-in'],
    ['idv.*', 'Verifications'],
    ['notifications.*', 'Notifications'],
    ['webhooks.*', 'Webhooks'],
    ['operators.*', 'Operators'],
    ['audit.*', 'This log'],
  ] as const,
  actors: [
    ['operator', 'Operators'],
    ['client', 'Programs'],
    ['user', 'Users'],
    ['system', 'The service'],
  ] as const,
  outcomes: [
    ['done', 'Done'],
    ['refused', 'Refused'],
  ] as const,
  chain: (number: string) => `The chain reaches to entry ${number}.`,
  chainText: (unlinked: number) =>
    unlinked === 0 ? 'Every entry is linked.' : `${unlinked} newer entries will be linked in a moment.`,
  checkpoint: (at: string) => `The last checkpoint was signed ${at}.`,
  saveCheckpoint: 'Save it elsewhere',
};

/**
 * Texts for audit entries on a user's page. For other entries, words are made from their code. Other languages have
 * texts for more entries.
 */
export const auditKinds: Readonly<Record<string, string>> = {
  'users.user-status-changed': 'Status changed',
  'users.user-viewed': 'Viewed by an operator',
  'users.user-exported': 'Exported',
  'users.user-created': 'Enrolled',
  'auth.signed-in': 'Signed in',
};
