import {
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  WebSocketGateway,
} from '@nestjs/websockets';
import { Gauge } from 'prom-client';
import type { RawData, WebSocket } from 'ws';
import { TOKENS_REVOKED } from '../../../auth/contract/index.js';
import { Signals } from '../../../shared/events/index.js';
import { MetricsRegistry } from '../../../shared/observability/index.js';
import { newRequestId, RequestLimits } from '../../../shared/http/index.js';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { OpenCounts } from '../../../shared/security/index.js';
import { currentContext, type RequestContext, runInContext } from '../../../shared/kernel/index.js';
import { ChangeFeed } from '../../live/change-feed.service.js';
import { DEVICE_ADDED, type DeviceAdded } from '../../live/new-device.js';
import type { MobileCaller } from '../mobile-operation.port.js';
import { MobileOperations } from '../mobile-operations.service.js';
import { SOCKET_PATH, SocketAccess } from './socket-access.service.js';
import { ListConcurrencyLimiter } from '../operations/list-concurrency-limiter.service.js';
import { MOST_SOCKETS, SocketSession, type SocketServices } from './session.socket.js';

/**
 * Serves the mobile operations over WebSocket. `SocketSession` parses the messages instead of Nest, because Nest
 * expects a field named `event` instead of `operation`, and only one response per message.
 */
@WithoutToken('the first message brings the token')
@WebSocketGateway({ path: SOCKET_PATH })
export class MobileGateway implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect, SocketServices {
  readonly socketsOfUsers = new OpenCounts(MOST_SOCKETS);
  readonly #sessions = new Map<WebSocket, SocketSession>();

  constructor(
    readonly access: SocketAccess,
    readonly operations: MobileOperations,
    readonly feed: ChangeFeed,
    readonly lists: ListConcurrencyLimiter,
    private readonly limits: RequestLimits,
    private readonly signals: Signals,
    registry: MetricsRegistry,
  ) {
    const sessions = this.#sessions;
    new Gauge({
      name: 'countersign_sockets',
      help: 'Sockets of apps that are open.',
      registers: [registry],
      collect() {
        this.set(sessions.size);
      },
    });
  }

  get openSockets(): number {
    return this.#sessions.size;
  }

  afterInit(): void {
    // The list of revoked tokens handles the same signal. `setImmediate` makes the check of all sockets run after that.
    this.signals.on(TOKENS_REVOKED, () => void setImmediate(() => this.#recheckAll()));
    this.signals.onLostTrack(() => void setImmediate(() => this.#recheckAll()));
    this.signals.on<DeviceAdded>(DEVICE_ADDED, (added) => this.#tellOfDevice(added));
  }

  handleConnection(socket: WebSocket): void {
    const handshake = currentContext();
    const session = new SocketSession(socket, handshake?.address ?? undefined, this);
    this.#sessions.set(socket, session);
    socket.on('message', (data: RawData, isBinary: boolean) => {
      const text = isBinary ? '' : (data as Buffer).toString();
      inMessageContext(handshake, () => void session.take(text));
    });
  }

  handleDisconnect(socket: WebSocket): void {
    this.#sessions.get(socket)?.closed();
    this.#sessions.delete(socket);
  }

  /** Checks the rate limit under the same key as for HTTP requests, so that sockets and HTTP share one limit. */
  async mayCall({ clientId, user }: MobileCaller): Promise<boolean> {
    return (await this.limits.perCaller.takeShared(`${clientId}/${user.sub}`)).allowed;
  }

  #tellOfDevice({ sub, ...device }: DeviceAdded): void {
    for (const session of this.#sessions.values()) if (session.sub === sub) session.tellOfDevice(device);
  }

  #recheckAll(): void {
    for (const session of this.#sessions.values()) session.recheck();
  }
}

/** Runs a message handler with the trace and the IP address of the handshake, and with a new request id. */
function inMessageContext(handshake: RequestContext | undefined, work: () => void): void {
  if (handshake) runInContext({ ...handshake, requestId: newRequestId() }, work);
  else work();
}
