import type { FrameWords } from './en.js';

export const es: FrameWords = {
  language: 'Idioma',
  errorPrefix: 'Error',
  problem: 'No ha funcionado',
  show: 'Mostrar',
  hide: 'Ocultar',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  characters: '{count} de {least} caracteres',
  longEnough: 'Longitud suficiente',
  errorTitle: 'No se puede completar la solicitud',
  errorServer: 'Algo ha fallado por nuestra parte. Inténtelo de nuevo en un momento.',
  tryAgain: 'Intentar de nuevo',
  supportDetails: 'Datos para el servicio de ayuda',
  backToApplication: 'Volver a la aplicación',
  accountPage: 'Su página de cuenta',
  expiredTitle: 'Esta página ha caducado',
  expiredText:
    'Por su seguridad, esta página solo vale durante un tiempo limitado y en un solo navegador. Vuelva a la aplicación y empiece de nuevo.',
  forgedTitle: 'El formulario no se ha aceptado',
  forgedText: 'No procede de esta página, o la página llevaba demasiado tiempo abierta. No se ha cambiado nada.',
  notFoundTitle: 'Esta página no existe',
  notFoundText: 'Compruebe la dirección o vuelva a la aplicación.',
  waitTitle: 'Espere un momento',
  tooManyText: 'Ha habido demasiados intentos desde su red. Podrá intentarlo de nuevo {when}.',
  busyText: 'El servicio no está disponible en este momento. Inténtelo de nuevo en unos segundos.',
};
