import type { TestProject } from 'vitest/node'
import { startPostgres, startRedis } from '../services.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: 'sqlite' | 'postgres'
    postgresUrl: string
    redisUrl: string
  }
}

/** Vitest calls this once for each project that needs the services: the first one starts them for all. */
export async function setup(project: TestProject) {
  const everyProject = project.vitest.getRootProject()
  if (everyProject.getProvidedContext().postgresUrl) return
  const services = await Promise.all([startPostgres(), startRedis()])
  const [postgres, redis] = services
  everyProject.provide('postgresUrl', postgres.url)
  everyProject.provide('redisUrl', redis.url)
  return () => Promise.all(services.map((service) => service.stop()))
}
