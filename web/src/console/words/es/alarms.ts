import type { Words } from '../words.js';

export const alarms: Words['settings']['alarms'] = {
  title: 'Alarmas',
  note: 'Cuando el servicio necesita a quienes lo operan',
  mail: 'Correo',
  server: 'Su servidor',
  off: 'desactivado',
  which: 'Qué alarmas',
  least: { warning: 'todas', critical: 'solo las críticas' },
  noMail: 'El servicio no puede enviarle correo.',
  change: 'Cambiar sus alarmas',
  changeText: 'Recibe alarmas mientras su rol muestre el estado del servicio.',
  sendMail: (address) => `Enviar correo a ${address}`,
  url: 'Dirección de su servidor (https)',
  urlHint: 'Recibe cada mensaje como una llamada firmada. Deje el campo vacío para no recibir llamadas.',
  save: 'Confirmar y guardar',
  secretTitle: 'El secreto de su servidor',
  secretText: 'Su servidor comprueba con él cada llamada.',
  test: 'Enviar prueba',
  tested: { sent: 'prueba enviada', failed: 'la prueba ha fallado', off: 'desactivado' },
  answered: (status) => `respuesta ${status}`,
};
