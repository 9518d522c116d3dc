import type { AccessWords } from './words-en.js';

export const deAccess: AccessWords = {
  applications: 'Anwendungen mit Zugriff',
  applicationsLead:
    'Anwendungen, bei denen Sie sich angemeldet haben und die Ihre Daten nutzen dürfen. Ohne Zugriff muss eine Anwendung Sie erneut fragen.',
  noApplications: 'Keine Anwendung hat Zugriff.',
  applicationMay: 'Darf: {may}',
  removeAccess: 'Zugriff entziehen',
  removeAccessOf: 'Zugriff entziehen: {name}',
  applicationRemoved: 'Die Anwendung hat keinen Zugriff mehr.',
  changeAccess: 'Zugriff ändern',
  changeAccessOf: 'Zugriff ändern: {name}',
  accessChanged: 'Der Zugriff wurde geändert.',
  chooseTitle: 'Konto wählen',
  chooseForget: '{name} in diesem Browser vergessen',
  chooseShared: 'Gemeinsames Gerät? Mit × wird ein Konto hier vergessen. Das Konto selbst bleibt, wie es ist.',
  chooseOther: 'Anderes Konto verwenden',
};
