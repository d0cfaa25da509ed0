export type { Door } from './door.ts'
export { serveRequest } from './serve-request.ts'
