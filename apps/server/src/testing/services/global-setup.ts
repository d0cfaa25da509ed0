import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startPostgres, startRedis } from '../services.ts'
import { makeFolder } from './make-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: 'sqlite' | 'postgres'
    deliveryHttp: 'fast' | 'node'
    postgresUrl: string
    redisUrl: string
    /** A folder for the files of servers, removed after the tests. */
    scratch: string
  }
}

/** Called by Vitest once for each project that needs the services: the first call starts them for all. */
export async function setup(project: TestProject) {
  const everyProject = project.vitest.getRootProject()
  if (everyProject.getProvidedContext().postgresUrl) return
  const services = await Promise.all([startPostgres(), startRedis()])
  const [postgres, redis] = services
  everyProject.provide('postgresUrl', postgres.url)
  everyProject.provide('redisUrl', redis.url)
  const scratch = await makeFolder('scratch')
  everyProject.provide('scratch', scratch)
  return async () => {
    await Promise.all(services.map((service) => service.stop()))
    await rm(scratch, { recursive: true, force: true })
  }
}
