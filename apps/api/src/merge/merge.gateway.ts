import {
  type ClientToServerEvents,
  LIMITS,
  MERGE_EVENTS,
  type ServerToClientEvents,
  type SubscribeAck,
  type TaskIdInput,
  taskIdInputSchema,
} from '@dipper/contract';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { DomainError } from '../infra/errors/domain-error.js';
import { toDomainError } from '../infra/errors/to-domain-error.js';
import { inLogContext, type LogContext } from '../infra/log/log-context.js';
import { metrics } from '../infra/metrics/metrics.js';
import { announceProgress } from './announce-progress.js';
import { MergeEvents } from './merge-events.js';
import { MergeService } from './merge.service.js';

type MergeServer = Server<ClientToServerEvents, ServerToClientEvents>;
type MergeSocket = Socket<ClientToServerEvents, ServerToClientEvents>;

@WebSocketGateway()
export class MergeGateway implements OnGatewayInit {
  @WebSocketServer()
  private readonly server!: MergeServer;

  constructor(
    private readonly merge: MergeService,
    private readonly events: MergeEvents,
  ) {}

  afterInit(): void {
    announceProgress(this.events, this.server);
  }

  @SubscribeMessage(MERGE_EVENTS.subscribe)
  subscribe(
    @ConnectedSocket() socket: MergeSocket,
    @MessageBody() body: unknown,
  ): Promise<SubscribeAck> {
    return inLogContext(contextOf(socket), () => this.join(socket, body));
  }

  private async join(socket: MergeSocket, body: unknown): Promise<SubscribeAck> {
    try {
      const { task_id } = parse(body);
      // One of the rooms is the socket's own, which Socket.IO creates.
      if (!socket.rooms.has(task_id) && socket.rooms.size > LIMITS.roomsPerSocket) {
        throw new DomainError('TOO_MANY_ROOMS');
      }
      // Join before reading the status, so that no update is missed.
      await socket.join(task_id);
      return await this.merge.status(task_id).catch(async (error: unknown) => {
        await socket.leave(task_id);
        throw error;
      });
    } catch (error) {
      const refusal = toDomainError(error);
      metrics.count('dipper_refusals_total', { code: refusal.code });
      return refusal.toReply();
    }
  }

  @SubscribeMessage(MERGE_EVENTS.unsubscribe)
  async unsubscribe(
    @ConnectedSocket() socket: MergeSocket,
    @MessageBody() body: unknown,
  ): Promise<void> {
    const input = taskIdInputSchema.safeParse(body);
    if (input.success) {
      await socket.leave(input.data.task_id);
    }
  }
}

/** Gives log lines about an event the request id of the socket's handshake. */
function contextOf({ request }: Pick<MergeSocket, 'request'>): LogContext {
  return typeof request.id === 'string' ? { requestId: request.id } : {};
}

function parse(body: unknown): TaskIdInput {
  const input = taskIdInputSchema.safeParse(body);
  if (!input.success) {
    throw new DomainError('INVALID_REQUEST');
  }
  return input.data;
}
