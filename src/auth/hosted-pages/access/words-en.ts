/** English texts about applications with access to an account, and the choice between accounts. */
export const enAccess = {
  applications: 'Applications with access',
  applicationsLead:
    'Applications that you signed in to and that may use your data. Without access, an application has to ask you again.',
  noApplications: 'No application has access.',
  applicationMay: 'May: {may}',
  removeAccess: 'Remove access',
  removeAccessOf: 'Remove access: {name}',
  applicationRemoved: 'The application no longer has access.',
  changeAccess: 'Change access',
  changeAccessOf: 'Change access: {name}',
  accessChanged: 'The access was changed.',
  chooseTitle: 'Choose an account',
  chooseForget: 'Forget {name} in this browser',
  chooseShared: 'Shared device? Press × to forget an account here. The account itself does not change.',
  chooseOther: 'Use another account',
};

export type AccessWords = Readonly<Record<keyof typeof enAccess, string>>;
