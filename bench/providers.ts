import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askAll } from './providers/ask-all.ts'
import { cases } from './providers/cases.ts'
import { compare, type Told } from './providers/compare.ts'
import { openGate } from './providers/gate.ts'
import { languages } from './providers/languages.ts'
import { isInstalled } from './providers/run-to-end.ts'
import { startService } from './providers/service.ts'

const folder = await mkdtemp(join(tmpdir(), 'bunting-providers-'))
const leftOut: string[] = []
const failed: string[] = []
const all: Told[] = []
try {
  const service = await startService(join(folder, 'data'))
  const gate = await openGate(service.deliveryUrl)
  for (const { name, needs, prepare } of languages) {
    const missing = needs.filter((program) => !isInstalled(program))
    if (missing.length > 0) {
      leftOut.push(`${name} is left out: there is no ${missing.join(', no ')} on this machine.`)
      continue
    }
    console.error(`  ${name} …`)
    try {
      const command = await prepare(join(folder, name))
      all.push({ language: name, asked: await askAll(command, service, gate) })
    } catch (thrown) {
      failed.push(`${name} could not be run: ${(thrown as Error).message}`)
    }
  }
  await service.stop()
} finally {
  await rm(folder, { recursive: true, force: true })
}

const { table, problems } = compare(all)
const tried = languages.map(({ name, provider }) => `- ${name}: ${provider}`).join('\n')
process.stdout.write(
  `\n# OpenFeature's own OFREP providers\n\n${cases.length} cases each, against Delivery.\n\n${tried}\n\n${table}\n`,
)
for (const line of [...leftOut, ...failed, ...problems]) process.stdout.write(`\n- ${line}`)
process.stdout.write('\n')
if (problems.length > 0 || failed.length > 0) process.exitCode = 1
// The gate, and whatever still holds on to it.
process.exit()
