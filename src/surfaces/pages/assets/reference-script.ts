export const REFERENCE_SCRIPT = `(() => {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
  window.SwaggerUIBundle({
    url: document.getElementById('reference').dataset.url,
    dom_id: '#reference',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: 'list',
    validatorUrl: null,
    layout: 'BaseLayout',
    presets: [window.SwaggerUIBundle.presets.apis],
  });
})();
`;
