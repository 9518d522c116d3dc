import type { Words } from '../words.js';

export const audit: Words['audit'] = {
  about: 'Quién hizo qué, a quién, cuándo y desde dónde. Nadie puede cambiarlo, nosotros tampoco.',
  search: 'ID de operador, cliente o usuario, dirección o ID de traza',
  what: 'Qué',
  by: 'Quién',
  subject: 'Sobre',
  outcome: 'Resultado',
  from: 'Desde',
  when: 'Cuándo',
  time: 'Hora',
  trace: 'Traza',
  comments: 'Motivo',
  done: 'hecho',
  entry: 'Entrada',
  number: (text) => `Entrada ${text}`,
  notLinked: 'Aún no está en la cadena',
  sameTrace: 'Todo lo que hizo esta llamada',
  noneText: 'El registro se remonta al primer día. Amplíe el intervalo de fechas.',
  kinds: [
    ['users.*', 'Usuarios'],
    ['auth.*', 'Inicio de sesión'],
    ['idv.*', 'Verificaciones'],
    ['notifications.*', 'Solicitudes'],
    ['webhooks.*', 'Webhooks'],
    ['operators.*', 'Operadores'],
    ['audit.*', 'Este registro'],
  ],
  actors: [
    ['operator', 'Operadores'],
    ['client', 'Programas'],
    ['user', 'Usuarios'],
    ['system', 'El servicio'],
  ],
  outcomes: [
    ['done', 'Hecho'],
    ['refused', 'Rechazado'],
  ],
  chain: (number) => `La cadena llega hasta la entrada ${number}.`,
  chainText: (unlinked) =>
    unlinked === 0
      ? 'Todas las entradas están enlazadas.'
      : unlinked === 1
        ? '1 entrada nueva se enlazará en un momento.'
        : `${unlinked} entradas nuevas se enlazarán en un momento.`,
  checkpoint: (at) => `El último punto de control se firmó: ${at}.`,
  saveCheckpoint: 'Guardarlo en otro lugar',
};
