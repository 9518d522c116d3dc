import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, RequestHandler, Response } from 'express';
import { enterContext } from '../shared/http/request-context.js';
import { messageClassesOf, type MessageClasses } from './message-classes.js';

type Passage = (request: Request, response: Response) => void;

const REFUSAL = Symbol('why a request was turned away');

/**
 * The way of every request to the application: what it passes first, each step inside the one before. Express would search
 * its routes for the next step each time, which costs more than the steps do.
 */
export class Entrance {
  readonly messages: MessageClasses;
  readonly enter: (request: IncomingMessage, response: ServerResponse) => void;

  constructor(application: Express, steps: readonly RequestHandler[]) {
    this.messages = messageClassesOf(application);
    const way = steps.reduceRight<Passage>((further, step) => stepBefore(further, step, application), application);
    this.enter = way as typeof this.enter; // such requests have been Express's from their birth
  }
}

/** The application's first middleware: whom a step has turned away, it tells why. */
export const answerTurnedAway: RequestHandler = (request: Request & { [REFUSAL]?: unknown }, response, next) => {
  const refusal = request[REFUSAL];
  if (refusal === undefined) next();
  else void enterContext(request, response, () => next(refusal));
};

const stepBefore =
  (further: Passage, step: RequestHandler, application: Express): Passage =>
  (request, response) => {
    const next = (refusal?: unknown): void => {
      if (refusal === undefined) further(request, response);
      else application(Object.assign(request, { [REFUSAL]: refusal }), response);
    };
    try {
      void step(request, response, next);
    } catch (error) {
      next(error);
    }
  };
