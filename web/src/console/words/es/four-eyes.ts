import type { Words } from '../words.js';

export const fourEyes: Words['fourEyes'] = {
  about: 'Peticiones de sus compañeros que necesitan su autorización.',
  missing: 'Esta petición no existe',
  tabs: [
    ['waiting', 'Pendientes'],
    ['mine', 'Propias'],
    ['done', 'Decididas'],
  ],
  none: 'No hay peticiones abiertas',
  noneText: 'Las peticiones que necesitan a una segunda persona aparecen aquí durante un día.',
  noneMine: 'No tiene peticiones',
  noneMineText:
    'Sus peticiones que necesitan a una segunda persona aparecen aquí: un restablecimiento, un borrado, una exportación, pruebas, un cliente, un secreto.',
  noneDone: 'No hay decisiones recientes',
  noneDoneText: 'Las decisiones quedan aquí 30 días, y para siempre en el registro de auditoría.',
  what: 'Qué',
  state: 'Estado',
  askedBy: 'Pedida por',
  when: 'Cuándo',
  falls: 'Caduca',
  decidedBy: 'Decidida por',
  nobody: 'nadie',
  concerns: 'Afecta a',
  why: 'Motivo',
  whyRefused: 'Motivo del rechazo',
  call: 'Llamada',
  follows: 'Qué ocurre después',
  asked: 'Qué se pidió',
  look: 'Verlo',
  somebody: 'Un antiguo operador',
  filters: (text) => (text === '' ? 'todas las personas' : `personas según ${text}`),
  own: 'Esta petición es suya. Otro operador debe autorizarla.',
  notYours: 'Debe autorizarla un operador con el mismo permiso.',
  tooClose:
    'Debe autorizarla otro operador: usted y el solicitante tienen la misma dirección de correo, o uno de los dos fue invitado hace muy poco.',
  results: {
    agreed:
      'Un compañero lo ha autorizado. El servicio lo está ejecutando y, si falla, lo intenta de nuevo cada minuto.',
    done: 'Se ha ejecutado.',
    failed: (why) => `No se ha podido ejecutar: ${why}.`,
    refused: 'Se ha rechazado. No ha ocurrido nada.',
    askerOut: 'El solicitante ya no tiene permiso, por lo que se ha rechazado. No ha ocurrido nada.',
    takenBack: 'Se ha retirado. No ha ocurrido nada.',
    fallen: 'La petición caducó tras un día sin decisión. No ha ocurrido nada.',
  },
  agree: {
    do: 'Autorizar',
    title: '¿Autorizar esta petición?',
    text: 'Se ejecuta de inmediato. El registro de auditoría guarda los dos nombres. Usted confirma con su llave de acceso.',
  },
  refuse: { do: 'Rechazar', title: '¿Rechazar esta petición?', text: 'No ocurre nada, y su compañero ve el motivo.' },
  takeBack: { do: 'Retirar', title: '¿Retirar esta petición?', text: 'Entonces no ocurre nada.' },
  answer: {
    do: 'Guardar el resultado',
    until: 'Disponible hasta',
    noted: 'El registro de auditoría guarda cada descarga. Usted confirma con su llave de acceso.',
  },
  client: {
    changes: 'El cliente tras el cambio',
    fields: {
      clientName: 'Nombre',
      firstParty: 'Aplicación propia, sin consentimiento',
      scopes: 'Scopes',
      grantTypes: 'Tipos de concesión',
      redirectUris: 'URI de redirección',
      postLogoutRedirectUris: 'Tras cerrar sesión',
      authMethod: 'Se autentica con',
      allowedOrigins: 'Orígenes',
      allowedCallers: 'Quién puede llamar',
      errorUrl: 'Página de error',
      backchannelLogoutUri: 'Se le avisa de los cierres de sesión en',
      kyc: 'Endpoint KYC',
      idv: 'Sus reglas de verificación',
    },
    becomes: 'pasa a ser',
    none: 'ninguno',
    yes: 'sí',
    no: 'no',
    newHosts: (hosts) => `Nuevo en esta empresa: ${hosts}.`,
    newHostsText:
      'Ningún otro cliente lo usa. Su dueño podría leer lo que las personas aceptan compartir y responder en su nombre. Averigüe antes de quién es.',
  },
  list: {
    do: 'Guardar la lista',
    noted: 'Puede guardarla una vez. Queda en el registro de auditoría. Usted confirma con su llave de acceso.',
  },
  calls: {
    RESET: {
      title: (id) => `Restablecer ${id}`,
      then: 'La contraseña, las llaves de acceso y los dispositivos dejan de servir, y se envía un código de activación nuevo.',
    },
    DELETED: {
      title: (id) => `Eliminar ${id}`,
      then: 'La cuenta se cierra. Los datos personales se borran cuando pasa el plazo de conservación de la empresa.',
    },
    'POST /v1/users/:userId/activationCode': {
      title: (id) => `Enviar a ${id} un código de activación`,
      then: 'Un operador cambió el correo o el teléfono hace menos de un día. El código va allí, y quien lo lea puede iniciar sesión como esta persona.',
    },
    'POST /v1/users/:userId/export': {
      title: (id) => `Exportar todos los datos de ${id}`,
      then: 'El solicitante puede guardar el archivo durante un día.',
    },
    'POST /v1/userExports': {
      title: () => 'Exportar una lista de más de 10.000 personas',
      then: 'El solicitante puede guardar el archivo una vez, en el plazo de un día. Contiene como máximo 100.000 personas que cumplan los filtros en ese momento.',
    },
    people: {
      title: (people) => `Exportar ${people}`,
      then: 'El solicitante puede guardar el archivo una vez, en el plazo de un día. Contiene a estas personas tal como estén en ese momento.',
    },
    'POST /v1/userActions': {
      title: (people) => people,
      then: 'El servicio trata a estas personas una a una. El solicitante ve con quién ha fallado.',
    },
    'DELETE /v1/users/:userId/passkeys/:id': {
      title: (id) => `Eliminar la última llave de acceso de ${id}`,
      then: 'Es el último segundo factor. Después basta una contraseña para iniciar sesión como esta persona.',
    },
    'DELETE /v1/users/:userId/totp': {
      title: (id) => `Eliminar la app de autenticación de ${id}`,
      then: 'Es el último segundo factor. Después basta una contraseña para iniciar sesión como esta persona.',
    },
    'PATCH /v1/users/:userId/devices/:deviceId': {
      title: (id) => `Bloquear el único teléfono de ${id}`,
      then: 'Es el último segundo factor. Después basta una contraseña para iniciar sesión como esta persona.',
    },
    'DELETE /v1/users/:userId/devices/:deviceId': {
      title: (id) => `Eliminar el único teléfono de ${id}`,
      then: 'Es el último segundo factor. Después basta una contraseña para iniciar sesión como esta persona.',
    },
    'POST /v1/apis': {
      title: (name) => `Crear la API ${name}`,
      then: 'Los clientes pueden recibir sus scopes. Sus tokens llevan entonces estos claims.',
    },
    'PATCH /v1/apis/:id': {
      title: (id) => `Cambiar la API ${id}`,
      then: 'Los tokens nuevos siguen estas reglas. Si la API cambia antes de que usted lo autorice, no ocurre nada.',
    },
    'DELETE /v1/apis/:id': {
      title: (id) => `Eliminar la API ${id}`,
      then: 'Los programas ya no reciben tokens para ella.',
    },
    'POST /v1/initialAccessTokens': {
      title: (name) => `Crear el token de registro ${name}`,
      then: 'Quien lo tenga puede registrar clientes reales dentro de estos límites. El solicitante puede leer el token durante un día.',
    },
    'PATCH /v1/enterprises/:enterpriseId': {
      title: (id) => `Cambiar la empresa ${id}`,
      then: 'Las reglas nuevas se aplican desde el siguiente inicio de sesión. Lo hacen menos seguro que hoy.',
    },
    'DELETE /v1/idvSessions/:sessionId/evidence': {
      title: (id) => `Eliminar las pruebas de la verificación ${id}`,
      then: 'Las imágenes, los datos del documento y las puntuaciones quedan ilegibles. El estado, los motivos y las horas permanecen.',
    },
    'POST /v1/clients': {
      title: (name) => `Crear el cliente ${name}`,
      then: 'El programa puede hacer todo esto por sí solo. El solicitante puede leer su secreto durante un día.',
    },
    'PATCH /v1/clients/:clientId': {
      title: (id) => `Cambiar el cliente ${id}`,
      then: 'El cliente funciona así desde entonces. Si cambia antes de que usted lo autorice, no ocurre nada.',
    },
    'DELETE /v1/clients/:clientId': {
      title: (id) => `Eliminar el cliente ${id}`,
      then: 'Sus tokens dejan de servir de inmediato y se cierra en él la sesión de sus usuarios.',
    },
    'POST /v1/clients/:clientId/secrets': {
      title: (id) => `Sustituir el secreto de ${id}`,
      then: 'El solicitante puede leer el secreto nuevo durante un día y actuar con él como este cliente. Sin período de transición, el secreto anterior deja de servir de inmediato.',
    },
    'POST /v1/webhookEndpoints': {
      title: (url) => `Enviar webhooks a ${url}`,
      then: 'El dueño de esta dirección recibe todo lo que ocurre con las personas, dentro de estos tipos de evento.',
    },
    'PATCH /v1/webhookEndpoints/:endpointId': {
      title: (id) => `Cambiar el endpoint de webhooks ${id}`,
      then: 'Desde entonces los webhooks van a la dirección de la petición, con sus tipos de evento.',
    },
    'POST /v1/webhookEndpoints/:endpointId/rotateSecret': {
      title: (id) => `Sustituir el secreto del endpoint de webhooks ${id}`,
      then: 'El solicitante puede leer el secreto nuevo durante un día. Con él puede firmar mensajes que su servidor acepta.',
    },
    'POST /v1/keys/rotation': {
      title: () => 'Revocar todas las claves que firman tokens',
      then: 'Las claves nuevas firman de inmediato. Todos los tokens de las anteriores dejan de servir: cada programa y cada persona debe iniciar sesión de nuevo.',
    },
    'POST /v1/operators': {
      title: () => 'Invitar a un propietario de todas las empresas',
      then: 'Recibe un correo con un enlace para crear una llave de acceso. Un propietario puede hacer casi todo.',
    },
    'PATCH /v1/operators/:operatorId': {
      title: () => 'Cambiar quién es propietario de todas las empresas',
      then: 'Los roles o el estado nuevos se aplican desde el siguiente clic.',
    },
    'DELETE /v1/operators/:operatorId': {
      title: () => 'Eliminar a un propietario de todas las empresas',
      then: 'Todas las sesiones terminan de inmediato, y los datos de la persona se borran más tarde.',
    },
    'POST /v1/operators/:operatorId/invitation': {
      title: () => 'Invitar de nuevo a un propietario de todas las empresas',
      then: 'Las llaves de acceso y sesiones anteriores dejan de servir. Quien lea el correo se convierte en ese propietario: pregúntele antes.',
    },
  },
};

export const rights: Words['rights'] = {
  remove: 'Una persona',
  removeEvidence: 'Pruebas',
  secure: 'Clientes, webhooks y claves',
  owners: 'Propietarios',
};
