import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { collectOutput } from '../collect-output.mjs'
import { root } from '../root.mjs'
import { entriesOf } from './installed.mjs'
import { findRuntimes, lowestNode } from './runtimes.mjs'
import { startService } from './start-service.mjs'

const trial = fileURLToPath(new URL('./trial/', import.meta.url))
/** The timeout, far longer than needed: whatever takes longer hangs. */
const timeoutMs = 120_000

/** Uses the packages installed in `app` on every available runtime, against one service. Returns the problems. */
export async function tryRuntimes(packages, app) {
  cpSync(trial, join(app, 'trial'), { recursive: true })
  const entries = entriesOf(packages)
  const { runtimes, missing } = findRuntimes()
  const { stop, ...service } = await startService(join(app, 'data'))
  try {
    const problems = await Promise.all(runtimes.map((runtime) => tryRuntime(runtime, { ...service, entries }, app)))
    return [...missing.flatMap(describeMissing), ...packages.flatMap(describePromise), ...problems.flat()]
  } finally {
    await stop()
  }
}

async function tryRuntime({ name, command, args }, service, app) {
  const folder = join(app, name.replace(' ', '-'))
  mkdirSync(folder)
  const told = join(folder, 'told.json')
  const given = { ...service, name, folder, conformance: join(root, 'conformance') }
  const child = spawn(command, [...args, join('trial', 'main.mjs'), JSON.stringify({ given, told })], {
    cwd: app,
    timeout: timeoutMs,
    env: { PATH: process.env.PATH, HOME: folder, DENO_NO_UPDATE_CHECK: '1' },
  })
  const { code, output } = await collectOutput(child)
  const results = existsSync(told) ? JSON.parse(readFileSync(told, 'utf8')) : []
  console.log(`on ${name}: ${results.filter(({ problem }) => !problem).length} of ${results.length} hold`)
  const problems = results.filter(({ problem }) => problem).map((one) => `${one.sentence}: ${one.problem}`)
  if (code !== 0)
    problems.push(code === null ? `it did not end by itself\n${output}` : `it ended with ${code}\n${output}`)
  return problems.map((problem) => `on ${name}: ${problem}`)
}

/** A missing runtime is a problem on Linux, where all can be installed; elsewhere npm may not have it. */
function describeMissing(name) {
  const isDue = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
  console.log(`on ${name}: NOT TRIED, since ${isDue ? 'it is not installed' : 'npm has none for this platform'}`)
  return isDue ? [`${name} is not in scripts/packages/runtimes: npm test installs it`] : []
}

/** A package must not promise a lower Node than the one that is tested. */
function describePromise({ name, manifest: { engines } }) {
  const promised = `>=${lowestNode()}`
  return engines?.node === promised ? [] : [`${name} promises Node ${engines?.node}, and ${promised} is what is tried`]
}
