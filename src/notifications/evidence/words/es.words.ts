import type { OwnWords } from './en.words.js';

export const es: OwnWords = {
  verifyEvidence: 'Verificar una prueba',
  evidenceLead:
    'Compruebe si una respuesta firmada es auténtica. Se verifica en su navegador: esta página no puede enviar nada a ningún sitio.',
  evidenceNeedsScript: 'Para verificar pruebas, permita JavaScript en su navegador y vuelva a cargar esta página.',
  evidenceNeedsHttps:
    'Este navegador solo verifica firmas en páginas que llegan por HTTPS o que están guardadas como archivo.',
  chooseEvidence: 'Elegir la prueba',
  chooseHint:
    'Un archivo JSON. También puede arrastrarlo a esta página. Para usar claves que haya guardado, elija además su copia de {name}.',
  keysOfPage: 'Esta página contiene las claves publicadas del {date}.',
  keysOfFile:
    'Las claves proceden del archivo {name}. El resultado vale lo que valga ese archivo: debe ser una copia de {address}.',
  savePage: 'Guardar esta página',
  savePageHint: 'La página guardada verifica sin red, con las claves de hoy.',
  verifying: 'Verificando…',
  evidenceValid: 'Verificada',
  evidenceValidText: 'La respuesta se firmó con este dispositivo y no se ha alterado nada desde entonces.',
  evidenceInvalid: 'No válida',
  evidenceInvalidText: 'No confíe en este archivo:',
  onlyKeys: 'Las claves están leídas. Ahora elija la prueba.',
  fileUnreadable: 'No se pudo leer el archivo.',
  theFile: 'Archivo',
  theAnswer: 'Respuesta',
  theUser: 'Usuario',
  theDevice: 'Dispositivo',
  theReceived: 'Recibida',
  theSigned: 'Firmada, según el reloj del dispositivo',
  theRegistered: 'Dispositivo registrado',
  theAttestation: 'El fabricante dice de la clave',
  theNotification: 'Solicitud',
  theKey: 'Clave del servicio',
  theQuestion: 'Lo que se preguntó',
  theOffers: 'Respuestas que se ofrecían',
  chosenAnswer: '{label} (elegida)',

  tooLarge: 'El archivo ocupa más de 2 MiB: no es una prueba',
  notJson: 'El archivo no es un objeto JSON',
  unsound: 'El archivo está anidado a demasiada profundidad o tiene caracteres incompletos',
  namesRepeated:
    'El archivo tiene un nombre dos veces en el mismo lugar, de modo que puede leerse de distintas maneras',
  members:
    'El archivo no tiene exactamente los miembros statement, content, device, receipt y, en algunos casos, request',
  statementForm: 'statement: no es un JWS compacto de la forma documentada',
  receiptForm: 'receipt: no es un JWS compacto de la forma documentada',
  contentForm: 'content: no tiene las listas actions y body',
  deviceForm: 'device: no tiene public_key',
  requestForm: 'request: faltan los textos',
  statementMembers: 'statement: no tiene exactamente los miembros documentados',
  statementHeader: 'statement: su cabecera no es la de una declaración (ES256)',
  statementDevice: 'statement: nombra otro dispositivo que device.device_id',
  contentDiffers: 'content: no es aquello sobre lo que se hizo la declaración (content_digest no coincide)',
  notOffered: 'content: la respuesta no está entre sus actions',
  statementSignature: 'statement: no está firmado con la clave de device.public_key, o se ha alterado',
  requestDiffers:
    'request: la respuesta se refiere a otros datos (las respuestas no terminan con el resumen de la solicitud)',
  templateDiffers: 'request: la plantilla no es la que se usó (template.digest difiere)',
  textDiffers: 'content: el texto no es el que la plantilla forma con la solicitud',
  receiptMembers: 'receipt: no tiene exactamente los miembros documentados',
  unknownKey: 'receipt: ninguna clave publicada tiene el identificador {key}',
  receiptHeader: 'receipt: su cabecera no es la de un recibo',
  receiptSignature: 'receipt: no está firmado con la clave publicada, o se ha alterado',
  receiptDiffers:
    'statement, content o device: no es aquello para lo que se dio el recibo (evidence_digest no coincide)',
  keyNotInUse: 'receipt: su clave no firmaba en el momento de received_at',
  statementTime: 'statement: se hizo más de cinco minutos antes o después de recibirse',
};
