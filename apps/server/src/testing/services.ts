export { createDatabase, type TestDatabase } from './services/create-database.ts'
export { startPostgres } from './services/postgres.ts'
export { startRedis } from './services/redis.ts'
export type { Service } from './services/service.ts'
