import type { Texts } from './texts.js';

export const es: Texts = {
  language: 'es',
  errors: {
    offline: 'No tiene conexión. No se ha enviado nada. Compruebe la conexión e inténtelo de nuevo.',
    timeout:
      'El servicio no ha respondido a tiempo. Compruebe si su respuesta ha llegado antes de intentarlo de nuevo.',
    signed_out: 'Ha cerrado la sesión. Inicie sesión.',
    login_required: 'Inicie sesión de nuevo para continuar.',
    blocked: 'Su cuenta está bloqueada. Póngase en contacto con nosotros.',
    invalid: 'No ha funcionado. Compruebe los datos e inténtelo de nuevo.',
    unknown_notification: 'Esta solicitud ya no existe.',
    finished: 'Esta solicitud ya se ha respondido.',
    expired: 'Esta solicitud ha caducado y ya no se puede responder.',
    tampered: 'Esta solicitud se ha alterado por el camino. No la responda y póngase en contacto con nosotros.',
    signature: 'Su dispositivo no ha podido firmar la respuesta. Registre el dispositivo de nuevo.',
    step_up: 'No se ha podido confirmar su identidad. No se ha respondido nada.',
    approval_needed: 'Apruebe este dispositivo en el teléfono que ya utiliza.',
    attempts_used_up: 'Demasiados intentos fallidos. Inténtelo más tarde o póngase en contacto con nosotros.',
    too_many: 'Han sido demasiadas solicitudes a la vez. Espere un momento e inténtelo de nuevo.',
    unavailable: 'El servicio no está disponible en este momento. Inténtelo más tarde.',
    refused: 'El servicio no lo ha permitido.',
  },
};
