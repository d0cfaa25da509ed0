import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { makeFolder } from './make-folder.ts'
import { type Service, startService } from './service.ts'

const scrapeMs = 50

export type TestPrometheus = Service & {
  /** Comes back when Prometheus has it: a series of that name with that value, or none where it is undefined. */
  show(name: string, value: number | undefined): Promise<void>
}

/** A Prometheus that knows what the test shows it, and how it itself is. */
export async function startPrometheus(): Promise<TestPrometheus> {
  const target = await openTarget()
  const port = await freePort()
  const folder = await makeFolder('prometheus')
  const config = join(folder, 'prometheus.yml')
  const job = `scrape_interval: ${scrapeMs}ms, scrape_timeout: ${scrapeMs}ms, static_configs: [{ targets: ['${target.host}'] }]`
  await writeFile(config, `scrape_configs: [{ job_name: test, ${job} }]`)
  const url = `http://127.0.0.1:${port}`
  const settings = { 'config.file': config, 'storage.tsdb.path': join(folder, 'data'), 'log.level': 'warn' }
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const service = await startService({
    program: {
      command: 'prometheus',
      args: [...args, `--web.listen-address=127.0.0.1:${port}`],
      folder,
      endSignal: 'SIGKILL',
    },
    port,
    url,
    isReady: () => isReady(url),
  })
  const { stop } = service
  return Object.assign(service, {
    show: async (name: string, value: number | undefined) => {
      target.show(name, value)
      while ((await readValue(url, name)) !== value) await setTimeout(scrapeMs)
    },
    stop: async () => {
      await stop()
      target.close()
    },
  })
}

/** What it asks for its series. */
const openTarget = async () => {
  const series = new Map<string, number>()
  const server = createServer((_request, response) => {
    response.end([...series].map(([name, value]) => `${name} ${value}\n`).join(''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (name: string, value: number | undefined) => {
      if (value === undefined) series.delete(name)
      else series.set(name, value)
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const isReady = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/-/ready`).catch(() => undefined)
  return response?.ok ?? false
}

const readValue = async (url: string, name: string): Promise<number | undefined> => {
  const response = await fetch(`${url}/api/v1/query?query=${name}`)
  const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } }
  return data.result[0] && Number(data.result[0].value[1])
}
