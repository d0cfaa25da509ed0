/** How Delivery lets streams in, for whoever simulates it. */
export { openAdmission } from '../delivery/stream/reconnect-pacing.ts'
