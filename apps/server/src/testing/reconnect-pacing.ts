/** How Delivery lets streams in, for whoever simulates it. */
export { openReconnectPacing } from '../delivery/stream/reconnect-pacing.ts'
