import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ServerResponse } from 'node:http';
import { goneSignal, type Visitor } from '../limits/visitor.js';
import { principalOf } from './principal.js';

/** A parameter decorator for controllers: the visitor who waits for the reply. */
export const CurrentVisitor = createParamDecorator(
  (_: unknown, context: ExecutionContext): Visitor => {
    const http = context.switchToHttp();
    return {
      key: principalOf(http.getRequest<Request>()).key,
      gone: goneSignal(http.getResponse<ServerResponse>()),
    };
  },
);
