export const REFERENCE_SCRIPT = `window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayOperationId: false,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: false,
  persistAuthorization: false,
  validatorUrl: null,
  layout: 'BaseLayout',
  presets: [window.SwaggerUIBundle.presets.apis],
});
`;
