/** Swagger UI in the clothes of the other pages. */
export const REFERENCE_STYLE = `.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui .btn, .swagger-ui label, .swagger-ui table thead tr td, .swagger-ui table thead tr th, .swagger-ui section.models h4,
.swagger-ui .info li, .swagger-ui .info p, .swagger-ui .info table, .swagger-ui .scheme-container .schemes > label,
.swagger-ui .opblock .opblock-section-header h4, .swagger-ui .parameter__name, .swagger-ui .tab li, .swagger-ui .response-col_status,
.swagger-ui .opblock-description-wrapper p, .swagger-ui .renderedMarkdown p, .swagger-ui .opblock .opblock-section-header > label { font-family: inherit }
.swagger-ui .wrapper { max-width: 66rem; padding: 0 clamp(1rem, 4vw, 2.5rem) }
.swagger-ui .info { margin: clamp(1.75rem, 5vw, 3rem) 0 1.5rem }
.swagger-ui .info .title { font-size: clamp(1.6rem, 4vw, 2.15rem); letter-spacing: -.02em; color: var(--text) }
.swagger-ui .info .title small { top: -.35em; background: var(--mark) }
.swagger-ui .info .title small.version-stamp { background: var(--dim) }
.swagger-ui .info .title small pre { padding: 0; border: 0; background: none; color: var(--card) }
.swagger-ui .info .description h2 { font-family: inherit; margin: 2rem 0 .5rem; font-size: 1.15rem }
.swagger-ui .wrapper .block { padding-inline: 0 }
.swagger-ui .info li, .swagger-ui .info p, .swagger-ui .info table { max-width: 46rem; margin-inline: 0; font-size: .9375rem; line-height: 1.6; color: var(--text) }
.swagger-ui .info table thead { display: none }
.swagger-ui .info table tbody tr td { padding: .3rem 1.25rem .3rem 0; border-bottom: 1px solid var(--line) }
.swagger-ui .info a, .swagger-ui .info .base-url a { color: var(--mark) }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { padding: .1em .35em; border-radius: .3em; background: var(--wash); color: var(--text); font: .9em/1.5 var(--mono); font-weight: 400 }
.swagger-ui .scheme-container { margin: 0 0 1.5rem; padding: 1rem 0; background: none; box-shadow: none; border-block: 1px solid var(--line) }
.swagger-ui .opblock-tag { padding-inline: 0; border-bottom: 1px solid var(--line); color: var(--text); font-size: 1.2rem }
.swagger-ui .opblock-tag small { color: var(--dim) }
.swagger-ui .opblock { border-radius: .75rem; box-shadow: none; overflow: hidden }
.swagger-ui .opblock .opblock-summary-method { border-radius: .4rem; font-family: var(--mono); font-weight: 600; text-shadow: none }
.swagger-ui .opblock .opblock-summary-path { font-family: var(--mono); font-weight: 500 }
.swagger-ui .btn { border-radius: .5rem; box-shadow: none }
.swagger-ui .btn.authorize { border-color: var(--mark); color: var(--mark) }
.swagger-ui .btn.authorize svg, .swagger-ui .btn.authorize span + svg { fill: var(--mark) }
.swagger-ui section.models { border: 1px solid var(--line); border-radius: .75rem }
html.dark-mode, html.dark-mode body { background: var(--back) }
.surfaces { display: flex; flex-wrap: wrap; gap: .25rem 1.4rem; padding: .7rem clamp(1rem, 4vw, 2.5rem); border-bottom: 1px solid var(--line) }
.surfaces a { color: var(--dim); text-decoration: none }
.surfaces a:hover, .surfaces [aria-current] { color: var(--mark) }
.surfaces [aria-current] { font-weight: 600 }
`;
