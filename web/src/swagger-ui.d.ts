/** The part of Swagger UI that we use; its package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerUI {
    (options: Readonly<Record<string, unknown>>): unknown;
    readonly presets: Readonly<Record<'apis', unknown>>;
  }
  const swaggerUI: SwaggerUI;
  export default swaggerUI;
}
