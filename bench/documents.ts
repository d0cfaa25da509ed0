import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fuzz, phases } from './documents/fuzz.ts'
import { startForClients } from './support/document-server.ts'
import { table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { hasProgram, runTool, seconds } from './support/tools.ts'

const linters = ['@redocly/cli@2.73.0', '@stoplight/spectral-cli@6.16.3']
const rulesOf = (name: string): string => fileURLToPath(new URL(`documents/${name}.yaml`, import.meta.url))

/** What others find in the documents: two linters, and schemathesis, which follows their links on a running server. */
const [given] = process.argv.slice(2)
const folder = given === undefined ? await mkdtemp(join(tmpdir(), 'bunting-documents-')) : resolve(given)
await mkdir(folder, { recursive: true })
const rows: string[][] = []

const attempt = async (name: string, needs: string, step: () => Promise<string>): Promise<void> => {
  process.stderr.write(`${name}\n`)
  let said = ''
  const took = seconds(async () => {
    if (!(await hasProgram(needs))) throw new Error(`${name} needs ${needs}, which this machine lacks`)
    said = await step()
  })
  await took.then(
    (one) => rows.push([name, said, one.toFixed(0)]),
    (error: Error) => {
      process.exitCode = 1
      process.stderr.write(`${error.message}\n`)
      rows.push([name, 'found something', ''])
    },
  )
}

try {
  await using server = await startForClients()
  const files: string[] = []
  for (const name of ['openapi', 'openapi-delivery']) {
    const file = join(folder, `${name}.json`)
    await writeFile(file, await (await fetch(`${server.managementUrl}/${name}.json`)).text())
    files.push(file)
  }
  await attempt('fetching the linters', 'npm', async () => {
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    await runTool('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...linters], { cwd: folder })
    return ''
  })
  const lint = (program: string, ...args: string[]) =>
    runTool(join(folder, 'node_modules', '.bin', program), args, { cwd: folder })
  await attempt('Redocly', 'npm', async () => {
    await lint('redocly', 'lint', '--max-problems=20', '--config', rulesOf('redocly'), ...files)
    return 'clean'
  })
  await attempt('Spectral', 'npm', async () => {
    await lint('spectral', 'lint', '--fail-severity=hint', '--ruleset', rulesOf('spectral'), ...files)
    return 'clean'
  })
  for (const api of ['management', 'delivery'] as const) {
    for (const phase of phases) {
      await attempt(`schemathesis, ${api}, ${phase}`, 'python3', () => fuzz(server, api, phase, folder))
    }
  }
} finally {
  if (given === undefined) await rm(folder, { recursive: true, force: true })
}
process.stdout.write(`\n# The OpenAPI documents\n\n${machine()}\n\n${table(['', 'found', 's'], rows)}\n`)
