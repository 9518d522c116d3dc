import type { DeviceWords } from './words-en.js';

export const esDevice: DeviceWords = {
  deviceTitle: 'Conectar un dispositivo',
  deviceLead: 'Escriba el código que muestra su dispositivo.',
  deviceCode: 'Código del dispositivo',
  deviceCodeHint: 'Ocho letras. Las mayúsculas y los guiones no importan.',
  deviceGoOn: 'Continuar',
  deviceWrong: 'Compruebe el código en su dispositivo e inténtelo de nuevo. Un código vale diez minutos.',
  deviceOver: 'Este código ha caducado o ya se ha usado. Empiece de nuevo en su dispositivo.',
  deviceAgain: 'La página ha estado abierta demasiado tiempo. Escriba el código otra vez.',
  deviceAskTitle: '¿Entrar en {client} en un dispositivo?',
  deviceAskCode: 'Su dispositivo muestra',
  deviceFrom: 'La solicitud viene de {place}.',
  deviceFromUnknown: 'No sabemos de dónde viene la solicitud.',
  deviceElsewhere: 'Es una red distinta de la suya. Tenga cuidado si el dispositivo debe estar a su lado.',
  deviceBeware:
    'Siga solo si usted mismo ha empezado esto y ve el dispositivo. Quien lo tenga entra en su cuenta. {brand} nunca lo pide por teléfono, correo o chat.',
  deviceYes: 'Sí, entrar',
  deviceNo: 'No, detenerlo',
  deviceDoneTitle: 'Su dispositivo ha entrado',
  deviceDone: 'Siga allí. Ya puede cerrar esta ventana.',
  deviceStoppedTitle: 'El dispositivo no ha entrado',
  deviceStopped: 'No ha recibido nada de su cuenta. Ya puede cerrar esta ventana.',
};
