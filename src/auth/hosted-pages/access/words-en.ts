/** About applications that have access to an account. */
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
};

export type AccessWords = Readonly<Record<keyof typeof enAccess, string>>;
