/** The part of Swagger UI that we use; its package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export interface ReactLibrary {
    readonly createElement: (type: unknown, props: object, ...children: unknown[]) => unknown;
  }
  export interface LayoutProps {
    /** Returns the component with this name. A container component gets its data by itself. */
    readonly getComponent: (name: string, container?: true) => unknown;
    readonly specSelectors: { specStr(): string; isOAS31(): boolean };
  }
  export interface ExampleProps {
    /** The path of the example within the API document. */
    readonly specPath: { toJS(): readonly string[] };
  }
  type Action = (...given: readonly unknown[]) => unknown;
  export interface System {
    readonly specActions: { readonly updateJsonSpec: Action };
    readonly layoutActions: { readonly show: Action };
    readonly authActions: { readonly showDefinitions: Action };
    readonly authSelectors: { readonly definitionsToAuthorize: () => unknown };
  }
  type WrappedActions = Readonly<Record<string, (original: Action, system: System) => Action>>;
  export type Plugin = (system: { readonly React: ReactLibrary }) => {
    readonly components?: Readonly<Record<string, unknown>>;
    readonly wrapComponents?: Readonly<Record<string, unknown>>;
    readonly statePlugins?: Readonly<Record<string, { readonly wrapActions: WrappedActions }>>;
  };
  interface SwaggerUI {
    (options: Readonly<Record<string, unknown>>): System;
    readonly presets: Readonly<Record<'apis', unknown>>;
  }
  const swaggerUI: SwaggerUI;
  export default swaggerUI;
}
