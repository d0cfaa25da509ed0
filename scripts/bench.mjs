import { delimiter, dirname, join } from 'node:path'
import { ensureProgram } from './build/ensure-program.mjs'
import { Failure, reportFailures } from './fail.mjs'
import { ensureFolder } from './install/ensure-folder.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { findNode } from './node.mjs'
import { run } from './run.mjs'
import { ensurePrograms } from './system/ensure-programs.mjs'

/** Every measurement, each a program in bench/. */
const parts = [
  'engine',
  'bundle',
  'worst-case',
  'attack',
  'sdk',
  'http',
  'propagation',
  'growth',
  'sizes',
  'simulate',
  'statistics',
  'streams',
  'lists',
  'large-segments',
  'start',
  'writes',
  'webhooks',
  'schedules',
  'telemetry',
  'units',
  'live',
  'first-paint',
  'many-rules',
  'providers',
  'import',
  'code-refs',
]

/** The SDKs in other languages, each beside hand-written code and its peers. They need its toolchain, so they run only if named. */
const languages = ['sdk-go', 'sdk-java', 'sdk-python']

/** Checks of the OpenAPI documents with other tools. They run only if named, since they need and fetch more programs. */
const byName = ['documents', 'clients']

const commandOf = (part) =>
  languages.includes(part) ? ['scripts/sdks.mjs', part.slice('sdk-'.length), 'bench'] : [join('bench', `${part}.ts`)]

await reportFailures(async () => {
  const given = process.argv.slice(2)
  const options = given.filter((word) => word.startsWith('--'))
  const named = given.filter((word) => !word.startsWith('--'))
  const known = [...parts, ...languages, ...byName]
  const unknown = named.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Failure(`There is no "${unknown}" to measure. There are: ${known.join(', ')}.`)
  await ensureInstalled('everything')
  await ensureFolder('bench', 'to compare with')
  await ensureProgram()
  const path = [dirname(findNode()), ...(await ensurePrograms()), process.env.PATH]
  const env = { ...process.env, PATH: path.join(delimiter) }
  for (const part of named.length > 0 ? named : parts) {
    console.error(`\n── ${part}`)
    const { code, received } = await run(findNode(), [...commandOf(part), ...options], { env })
    if (code !== 0) process.exitCode = 1
    if (received.length > 0) break
  }
})
