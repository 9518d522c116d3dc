import { Inject, Injectable, type INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { CONFIG, type Config } from '../../config.js';
import { openApiOf } from '../../openapi/openapi-document.js';
import { operationsOf, partOf } from '../../openapi/document-parts.js';
import { type Surface } from '../../shared/http/index.js';
import { PackedText } from './packed-text.js';

/** The OpenAPI documents of all listeners, complete or by tag. Each is created on the first request and then cached. */
@Injectable()
export class ApiDocuments {
  readonly #documents = new Map<string, OpenAPIObject>();
  readonly #texts = new Map<string, PackedText>();
  #app: INestApplication | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Sets the application that the documents describe. Nest cannot inject it. */
  describe(app: INestApplication): void {
    this.#app = app;
  }

  of(surface: Surface): PackedText {
    return this.#textOf(surface.name, () => this.#documentOf(surface));
  }

  /**
   * Returns the part of a document about one tag. With an empty tag, returns everything except the operations.
   * `undefined` for an unknown tag.
   */
  partOf(surface: Surface, tag: string): PackedText | undefined {
    const document = this.#documentOf(surface);
    if (tag !== '' && !document.tags?.some(({ name }) => name === tag)) return undefined;
    return this.#textOf(`${surface.name} ${tag}`, () => partOf(document, tag));
  }

  tagsOf(surface: Surface): ReturnType<typeof operationsOf> {
    return operationsOf(this.#documentOf(surface));
  }

  #documentOf(surface: Surface): OpenAPIObject {
    const made = this.#documents.get(surface.name);
    if (made !== undefined) return made;
    if (!this.#app) throw new Error('There is no application to describe yet');
    const document = openApiOf(this.#app, surface, this.config);
    this.#documents.set(surface.name, document);
    return document;
  }

  #textOf(name: string, document: () => object): PackedText {
    const text = this.#texts.get(name) ?? new PackedText(JSON.stringify(document()));
    this.#texts.set(name, text);
    return text;
  }
}
