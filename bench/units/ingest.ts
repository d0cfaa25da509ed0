import { startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import { postRequest } from '../load/request.ts'
import type { LoadProcess } from '../load/start.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { median, ns } from '../support/figures.ts'
import { residentMb } from '../support/process.ts'
import { startExperiment } from './experiment.ts'

const size = 1_000
const connections = 4
const ms = 1_500
const rounds = 5
const requestCount = 100

export const ingestHead = ['database', 'door', 'events a batch', 'senders', 'tracked/s', 'MB']

/** Events of a hundred thousand units, at both doors of one process. */
export const measureIngest = async (database: BenchDatabase, load: LoadProcess): Promise<string[][]> => {
  const { name, settings } = database
  await using server = await startServer({
    ...settings,
    BUNTING_RATE_LIMIT_SERVER: 'off',
    BUNTING_RATE_LIMIT_MANAGEMENT: 'off',
    BUNTING_EVENT_MEGABYTES_PER_DAY: '1000000',
  })
  const { key, events } = await startExperiment(server)
  const requests = Array.from({ length: requestCount }, (_, request) => {
    const batch = Array.from({ length: size }, (_, at) => ({
      name: events[at % events.length],
      context: { userId: `user-${request * size + at}` },
      value: at / 10,
    }))
    return postRequest('/v1/track', { events: batch }, { authorization: `Bearer ${key}` })
  })
  const rows: string[][] = []
  for (const [door, url] of Object.entries({ Management: server.managementUrl, Delivery: server.deliveryUrl })) {
    const port = Number(new URL(url).port)
    await load.apply({ port, requests, connections, ms })
    const tracked: number[] = []
    for (let round = 0; round < rounds; round++) {
      tracked.push((await load.apply({ port, requests, connections, ms })).perSecond * size)
    }
    const megabytes = String(await residentMb(server.pid))
    rows.push([name, door, String(size), String(connections), ns(median(tracked)), megabytes])
  }
  return rows
}
