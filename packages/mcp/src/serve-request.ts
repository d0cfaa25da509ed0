import { limits } from '@bunting/contract'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Door } from './door.ts'
import { openServer } from './open-server.ts'

/** Answers one request over HTTP. Nothing is kept for the next, and no stream stays open. */
export const serveRequest = (door: Door, request: Request): Promise<Response> =>
  createMcpHandler(() => openServer(door), {
    maxSubscriptions: 0,
    maxRequestBodySize: limits.managementBodyBytes,
  }).fetch(request)
