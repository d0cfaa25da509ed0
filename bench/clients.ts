import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { languages } from './clients/languages.ts'
import { openWorkshop } from './clients/workshop.ts'
import { startForClients } from './support/document-server.ts'
import { table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { seconds } from './support/tools.ts'

/** What the generators make of the documents, in each language: does it compile, and does it work? */
const [folder, ...only] = process.argv.slice(2)
const chosen = languages.filter(({ name }) => only.length === 0 || only.some((one) => name.startsWith(one)))
const workshop = await openWorkshop(folder === undefined ? undefined : resolve(folder))
const rows: string[][] = []
try {
  await using server = await startForClients()
  for (const { name, needs, make } of chosen) {
    process.stderr.write(`${name}\n`)
    const missing = await workshop.missing(needs)
    if (missing.length > 0) {
      process.exitCode = 1
      rows.push([name, `needs ${missing.join(', ')}, which this machine lacks`, '', '', ''])
      continue
    }
    const place = join(workshop.folder, name.replaceAll(/\W+/g, '-'))
    await mkdir(place, { recursive: true })
    const took: number[] = []
    try {
      for (const step of make(workshop, place, server)) took.push(await seconds(step))
      rows.push([name, 'works', ...took.map((one) => one.toFixed(0))])
    } catch (error) {
      process.exitCode = 1
      process.stderr.write(`${(error as Error).message}\n`)
      rows.push([name, ['cannot be generated', 'does not compile', 'does not work'][took.length] as string, '', '', ''])
    }
  }
} finally {
  await workshop.close()
}
const head = ['client', '', 'generating s', 'compiling s', 'running s']
process.stdout.write(`\n# Generated clients\n\n${machine()}\n\n${table(head, rows)}\n`)
