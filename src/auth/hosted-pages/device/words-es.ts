import type { DeviceWords } from './words-en.js';

export const esDevice: DeviceWords = {
  deviceTitle: 'Conectar un dispositivo',
  deviceLead: 'Introduzca el código que muestra su dispositivo.',
  deviceCode: 'Código del dispositivo',
  deviceCodeHint: 'Ocho letras. Las mayúsculas y los guiones no importan.',
  deviceGoOn: 'Continuar',
  deviceWrong: 'Compruebe el código en su dispositivo e inténtelo de nuevo. Cada código sirve durante diez minutos.',
  deviceOver: 'Este código ha caducado o ya se ha usado. Empiece de nuevo en su dispositivo.',
  deviceAgain: 'La página ha estado abierta demasiado tiempo. Introduzca el código otra vez.',
  deviceAskTitle: '¿Iniciar sesión en {client} desde un dispositivo?',
  deviceAskCode: 'Su dispositivo muestra',
  deviceFrom: 'La solicitud viene de {place}.',
  deviceFromUnknown: 'No sabemos de dónde viene la solicitud.',
  deviceElsewhere: 'Es una red distinta de la suya. Tenga cuidado si el dispositivo debería estar a su lado.',
  deviceBeware:
    'Continúe solo si esto lo ha empezado usted y puede ver el dispositivo. Quien lo tenga en su poder entrará en su cuenta. {brand} nunca lo pide por teléfono, por correo ni por chat.',
  deviceYes: 'Sí, entrar',
  deviceNo: 'No, detenerlo',
  deviceDoneTitle: 'Ha iniciado sesión en su dispositivo',
  deviceDone: 'Continúe allí. Ya puede cerrar esta ventana.',
  deviceStoppedTitle: 'No se ha iniciado sesión en el dispositivo',
  deviceStopped: 'No ha recibido nada de su cuenta. Ya puede cerrar esta ventana.',
};
