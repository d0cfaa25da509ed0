import { command } from '../../core/command.ts'
import { unreachable } from '../../core/failure.ts'
import { text } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { openFileWriter } from './open-file-writer.ts'
import { spanOptions } from './span-options.ts'

export const exportAudit = command({
  name: 'export',
  summary: 'Write the audit log of the organization as lines of JSON',
  description:
    'Every entry of every project, oldest first, each with its hash. Kept where nobody can change it, such a file holds the server to what it said: bunting audit verify <file>.',
  target: 'server',
  withoutJson: true,
  options: { ...spanOptions, output: text('file', 'where to (default: standard output)', { complete: 'file' }) },
  examples: ['audit export > audit.ndjson', 'audit export --from 2026-01-01 --to 2026-01-31 --output january.ndjson'],
  run: async ({ api, out }, { from, to, output }) => {
    const lines = unbroken(await api.exportAuditLog({ query: { from, to } }))
    if (output === undefined) {
      for await (const line of lines) await out.stream(`${line}\n`)
      return
    }
    const file = openFileWriter(output)
    let entries = 0
    for await (const line of lines) {
      file.write(`${line}\n`)
      entries++
    }
    file.finish()
    out.note(rich`${green('Exported')} ${entries.toLocaleString('en')} entries to ${output}.`)
  },
})

async function* unbroken(lines: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* lines
  } catch (error) {
    unreachable(`The server broke off: ${(error as Error).message}.`, 'The export is not whole: try again.')
  }
}
