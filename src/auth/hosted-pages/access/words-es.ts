import type { AccessWords } from './words-en.js';

export const esAccess: AccessWords = {
  applications: 'Aplicaciones con acceso',
  applicationsLead:
    'Aplicaciones en las que ha iniciado sesión y que pueden usar sus datos. Sin acceso, una aplicación tiene que volver a pedirle permiso.',
  noApplications: 'Ninguna aplicación tiene acceso.',
  applicationMay: 'Puede: {may}',
  removeAccess: 'Retirar el acceso',
  removeAccessOf: 'Retirar el acceso: {name}',
  applicationRemoved: 'La aplicación ya no tiene acceso.',
  changeAccess: 'Cambiar el acceso',
  changeAccessOf: 'Cambiar el acceso: {name}',
  accessChanged: 'El acceso se ha cambiado.',
  chooseTitle: 'Elija una cuenta',
  chooseForget: 'Olvidar a {name} en este navegador',
  chooseShared: '¿Dispositivo compartido? Pulse × para olvidar una cuenta aquí. La cuenta no cambia.',
  chooseOther: 'Usar otra cuenta',
};
