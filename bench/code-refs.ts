import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@bunting/contract'
import { startServer } from '../apps/server/src/testing/servers/server-process.ts'
import { changeFiles, makeRepository } from './code-refs/repository.ts'
import { median, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { readOptions } from './support/options.ts'
import { progress } from './support/progress.ts'
import { runTool, seconds } from './support/tools.ts'

const limitS = 20
const { files, flags, runs } = readOptions({ files: 100_000, flags: 2_000, runs: 3 }, process.argv.slice(2))

const program = fileURLToPath(new URL('../node_modules/.bunting-program/bin/bunting.mjs', import.meta.url))
const keyOf = (at: number): string => `${['new', 'old', 'try', 'beta'][at % 4]}-checkout-${at}`

const createFlags = async (url: string, key: string): Promise<void> => {
  const api = createClient({ baseUrl: url, key })
  const [project] = (await api.listProjects({})).items
  const tell = progress('flags', flags)
  for (let at = 0; at < flags; at++) {
    const name = keyOf(at)
    await api.createFlag({ params: { projectId: project?.id ?? '' }, body: { key: name, name, type: 'boolean' } })
    tell(at + 1)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bunting-bench-'))
const rows: string[][] = []
try {
  await using server = await startServer({ BUNTING_DATA_DIR: join(folder, 'data') })
  await createFlags(server.managementUrl, server.firstKey ?? '')
  process.stderr.write('  making the repository\n')
  const repository = join(folder, 'repository')
  const megabytes = await makeRepository(repository, files, (at) => keyOf(at % flags))

  const env = { BUNTING_URL: server.managementUrl, BUNTING_KEY: server.firstKey ?? '' }
  const measure = async (what: string, options: readonly string[], limit: number | undefined): Promise<void> => {
    const took: number[] = []
    for (let run = 0; run < runs; run++) {
      process.stderr.write(`  ${what}: ${run + 1} of ${runs}\n`)
      const args = [program, 'code-refs', '--dir', repository, ...options]
      took.push(await seconds(() => runTool(process.execPath, args, { cwd: folder, env })))
    }
    if (limit !== undefined && Math.max(...took) > limit) process.exitCode = 1
    const figures = [Math.min(...took), median(took), Math.max(...took)].map((figure) => figure.toFixed(1))
    rows.push([what, ...figures, limit === undefined ? '' : String(limit)])
  }
  await measure('all references', ['--json'], limitS)
  await measure('an upload', ['--upload'], limitS)
  await changeFiles(repository, Math.ceil(files / 100), keyOf(0))
  await measure('a check of 1 % changed files', ['--check', '--base', 'HEAD~1'], limitS)
  process.stdout.write(`
# Code references

${files.toLocaleString('en')} files of ${megabytes} MB, ${flags.toLocaleString('en')} flags, ${runs} times each, in seconds, from the start of the program to its end.
${machine()}

${table(['', 'least', 'median', 'most', 'limit'], rows)}
`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
