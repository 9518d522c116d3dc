export const fourEyes = {
  about: 'What a colleague has asked for, and what happens only if you agree.',
  tabs: [
    ['waiting', 'Waits'],
    ['agreed', 'Agreed'],
    ['refused', 'Refused'],
    ['fallen', 'Fallen away'],
  ] as const,
  none: 'Nothing here',
  noneText: 'When a colleague asks for something that needs two, it appears here.',
  keptText: 'What two people have decided stays in the audit log for good.',
  askedBy: 'Asked by',
  when: 'When',
  falls: 'Falls away',
  decidedBy: 'Decided by',
  concerns: 'Concerns',
  own: 'You asked for it yourself, so somebody else must agree.',
  agree: {
    do: 'Agree',
    title: 'Agree to this?',
    text: 'It happens at once, and both names go to the audit log. Your passkey is asked for.',
  },
  refuse: { do: 'Refuse', title: 'Refuse this?', text: 'Nothing happens, and your colleague sees why.' },
  takeBack: { do: 'Take it back', title: 'Take this back?', text: 'Nothing happens then.' },
};

export const rights: Readonly<Record<string, string>> = {
  remove: 'A person',
  removeEvidence: 'Evidence',
  secrets: 'Secrets and keys',
  operators: 'Operators',
};
