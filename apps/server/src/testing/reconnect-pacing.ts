/** Delivery's pacing of reconnects, for simulations. */
export { openReconnectPacing } from '../delivery/stream/reconnect-pacing.ts'
