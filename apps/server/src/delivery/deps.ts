import type { Edge } from '../edge/edge.ts'
import type { Logger } from '../http/log.ts'

export type DeliveryDeps = { edge: Edge; log: Logger }
