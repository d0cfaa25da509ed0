import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { makeFolder } from './make-folder.ts'
import { type Service, startService } from './service.ts'

const lookMs = 20

type TestPrometheus = Service & {
  /** Sets a series to a value, or removes it if undefined, and resolves when Prometheus has it. */
  show(name: string, value: number | undefined): Promise<void>
}

/** Starts a Prometheus with series set by the test. Rules generate them, so that none is ever late. */
export async function startPrometheus(): Promise<TestPrometheus> {
  const port = await freePort()
  const folder = await makeFolder('prometheus')
  const [config, rules] = [join(folder, 'prometheus.yml'), join(folder, 'rules.yml')]
  const series = new Map<string, number>([['there_is_one', 1]])
  const write = () => writeFile(rules, rulesOf(series))
  await writeFile(config, `{ global: { evaluation_interval: 50ms }, rule_files: ['${rules}'] }`)
  await write()
  const url = `http://127.0.0.1:${port}`
  const settings = { 'config.file': config, 'storage.tsdb.path': join(folder, 'data'), 'log.level': 'warn' }
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const service = await startService({
    program: {
      command: 'prometheus',
      args: [...args, `--web.listen-address=127.0.0.1:${port}`, '--web.enable-lifecycle'],
      folder,
      endSignal: 'SIGKILL',
    },
    port,
    url,
    isReady: () => isReady(url),
  })
  return Object.assign(service, {
    show: async (name: string, value: number | undefined) => {
      if (value === undefined) series.delete(name)
      else series.set(name, value)
      await write()
      await fetch(`${url}/-/reload`, { method: 'POST' })
      while ((await readValue(url, name)) !== value) await setTimeout(lookMs)
    },
  })
}

const rulesOf = (series: Map<string, number>): string => {
  const rules = [...series].map(([name, value]) => ({ record: name, expr: `vector(${value})` }))
  return JSON.stringify({ groups: [{ name: 'test', rules }] })
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
