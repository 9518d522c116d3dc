import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { CONFIG, type Config } from '../../../config.js';
import { type ConsoleCaller, noteConsoleCaller } from '../../../shared/auth-guard/index.js';
import { REASON_HEADER, surfaces } from '../../../shared/http/index.js';
import { currentContext, type JsonValue } from '../../../shared/kernel/index.js';
import type { KeptCall } from '../four-eyes-request.entity.js';

const management = surfaces.find(({ name }) => name === 'management');

/** As long as a route may take. One that takes longer hangs. */
const DEADLINE_MS = 120_000;

export interface InnerAnswer {
  readonly status: number;
  readonly body: JsonValue | undefined;
}

export interface InnerCallOptions {
  readonly caller: ConsoleCaller;
  /** Goes with the call, so that logs and audit entries name it. */
  readonly id: string;
  /** Runs the route. */
  readonly during: <T>(work: () => T) => T;
  readonly deadlineMs?: number;
}

/** Calls a route of the management API within this process, by the same middleware, guards and handlers as all calls. */
@Injectable()
export class InnerCalls {
  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Fails after the deadline. The route may go on then: the caller takes care that nothing of it is committed. */
  async call({ method, path, body, comments }: KeptCall, within: InnerCallOptions): Promise<InnerAnswer> {
    const { caller, id, during, deadlineMs = DEADLINE_MS } = within;
    const express = this.host.httpAdapter.getInstance<Express>();
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      if (management) request.surface = management;
      noteConsoleCaller(request, caller);
      during(() => void express(request, response));
    };
    const [here, there] = duplexPair();
    createServer(answer).emit('connection', there);
    const content = body === null ? undefined : JSON.stringify(body);
    const signal = AbortSignal.timeout(deadlineMs);
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
      asked.on('response', resolve).on('error', reject).end(content);
    });
    return { status: got.statusCode ?? 500, body: parsed(await text(got)) };
  }
}

/** W3C Trace Context: the call belongs to the request that agrees. */
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
