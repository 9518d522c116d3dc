export interface PostmanRequest {
  readonly request: {
    readonly method: string;
    readonly url: { readonly path: readonly string[]; readonly variable: readonly { readonly value: string }[] };
    readonly body?: { readonly raw: string };
  };
}

export interface PostmanCollection {
  readonly item: readonly { readonly name: string; readonly item: readonly PostmanRequest[] }[];
}

export function postmanCollection(document: Readonly<Record<string, any>>): PostmanCollection;
