import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { CONFIG, type Config } from '../../../config.js';
import { type ConsoleCaller, setConsoleCaller } from '../../../shared/auth-guard/index.js';
import { REASON_HEADER, surfaces } from '../../../shared/http/index.js';
import { currentContext, type JsonValue, later } from '../../../shared/kernel/index.js';
import type { KeptCall } from '../four-eyes-request.entity.js';

const management = surfaces.find(({ name }) => name === 'management');

/** The time limit for a route to respond. */
const DEADLINE_MS = 120_000;
/** The time limit for reading a streamed response to the end. */
const CONTENT_DEADLINE_MS = 15 * 60_000;

export interface InnerAnswer {
  readonly status: number;
  readonly body?: JsonValue | undefined;
  /**
   * The stream of a response with chunked encoding, whose length is unknown. `body` is then absent, and the caller must
   * read the stream to the end.
   */
  readonly content?: IncomingMessage;
}

export interface InnerCallOptions {
  readonly caller: ConsoleCaller;
  /**
   * The id of the four-eyes request. It is used as the request id of the call, so that logs and audit entries contain
   * it.
   */
  readonly id: string;
  /** Runs the route. The caller supplies this function in order to control the route's transaction. */
  readonly during: <T>(work: () => T) => T;
  readonly deadlineMs?: number;
}

/**
 * Calls a route of the management API within this process. The call passes through the same middleware, guards and
 * handlers as a call over the network.
 */
@Injectable()
export class InnerCalls {
  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Calls the route. Throws if there is no response before the deadline. The route may still be running then, so the
   * caller must make sure that its changes are not committed.
   */
  async call({ method, path, body, comments }: KeptCall, within: InnerCallOptions): Promise<InnerAnswer> {
    const { caller, id, during, deadlineMs = DEADLINE_MS } = within;
    const express = this.host.httpAdapter.getInstance<Express>();
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      if (management) request.surface = management;
      setConsoleCaller(request, caller);
      during(() => void express(request, response));
    };
    const [here, there] = duplexPair();
    // Node does not close one end of a duplex pair when the other end closes, so both are closed here.
    there.once('close', () => {
      if (!there.writableFinished) here.destroy(new Error('The route broke off'));
    });
    here.once('close', () => {
      if (!here.readableEnded) there.destroy();
    });
    createServer(answer).emit('connection', there);
    const content = body === null ? undefined : JSON.stringify(body);
    const abort = new AbortController();
    const { signal } = abort;
    const endAfter = (ms: number) => later(() => abort.abort(new Error('timeout: the route does not end')), ms);
    let deadline = endAfter(deadlineMs);
    const got = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = send({
        createConnection: () => here,
        signal,
        method,
        path,
        headers: {
          host: new URL(this.config.managementUrl).host,
          connection: 'close',
          'x-request-id': id,
          [REASON_HEADER]: encodeURIComponent(comments),
          ...traceOf(id),
          ...(content !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(content)),
          }),
        },
      });
      asked.once('close', () => clearTimeout(deadline));
      asked.on('response', resolve).on('error', reject).end(content);
    });
    const status = got.statusCode ?? 500;
    if (status >= 300 || got.headers['transfer-encoding'] === undefined)
      return { status, body: parsed(await text(got)) };
    clearTimeout(deadline);
    if (!got.destroyed) deadline = endAfter(CONTENT_DEADLINE_MS);
    return { status, content: got };
  }
}

/** Returns the trace header (W3C Trace Context) that links the call to the request of the approving operator. */
function traceOf(id: string): Record<string, string> {
  const trace = currentContext()?.traceId;
  return trace === undefined ? {} : { traceparent: `00-${trace}-${id.replaceAll('-', '').slice(16)}-01` };
}

function parsed(body: string): JsonValue | undefined {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    return undefined;
  }
}
