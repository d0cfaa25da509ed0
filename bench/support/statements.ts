import type { ServerProcess } from '../../apps/server/src/testing/servers/server-process.ts'

/** How many statements a server has sent to its database. */
export const statements = async ({ managementUrl }: Pick<ServerProcess, 'managementUrl'>): Promise<number> => {
  const text = await (await fetch(`${managementUrl}/metrics`)).text()
  const counts = text.matchAll(/^bunting_database_query_duration_seconds_count\S* (\d+)$/gm)
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
