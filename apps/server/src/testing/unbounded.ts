import type { Room } from '../http/connections.ts'
import type { StreamBounds } from '../rules/connections.ts'

const endless = Number.POSITIVE_INFINITY

/** For tests that are about something else: one caller opens there what many would. */
export const unboundedRoom: Room = { listener: 'delivery', maxConnections: endless, trustedProxies: undefined }
export const unboundedStreams: StreamBounds = { total: endless, perKey: endless, perAddress: endless }
