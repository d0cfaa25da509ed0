import { readFile } from 'node:fs/promises'

/** The path of every page of a project, as `routes.tsx` lists them. */
export const everyRoute = async (): Promise<ReadonlySet<string>> => {
  const routes = await readFile(new URL('../../src/app/routes.tsx', import.meta.url), 'utf8')
  return new Set([...routes.matchAll(/inProject\('([^']+)'\)/g)].map(([, path]) => path as string))
}
