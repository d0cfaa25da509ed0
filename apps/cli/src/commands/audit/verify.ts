import { createReadStream } from 'node:fs'
import { readLines } from '@bunting/contract'
import { command } from '../../core/command.ts'
import type { Outcome } from '../../core/exit-code.ts'
import { wrongUse } from '../../core/failure.ts'
import { optional } from '../../core/parameters.ts'
import type { Output } from '../../output/output.ts'
import { green, red, rich } from '../../output/rich.ts'
import { verifyLines } from './verify-lines.ts'

type Verdict = { ok: boolean; entries: number; firstBroken?: string | undefined }

export const verifyAudit = command({
  name: 'verify',
  summary: 'Check that no audit entry was changed, removed or put in',
  description:
    'Of the server, all entries of the organization. Of a file from bunting audit export, its own entries, without asking the server: pipe several files in their order to check that they follow each other.',
  target: 'perhapsServer',
  arguments: { file: optional('an exported file; - is standard input', { complete: 'file' }) },
  examples: ['audit verify', 'audit verify january.ndjson', 'audit verify - < january.ndjson'],
  run: async ({ out, stdin, openServer }, { file }) =>
    show(out, file === undefined ? await openServer().api.verifyAuditLog({}) : await verifyFile(file, stdin)),
})

const verifyFile = async (file: string, stdin: NodeJS.ReadStream): Promise<Verdict> => {
  const input = file === '-' ? stdin : createReadStream(file)
  try {
    return await verifyLines(readLines(input))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return wrongUse(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}.`)
  }
}

const show = (out: Output, verdict: Verdict): Outcome => {
  const { ok, entries, firstBroken } = verdict
  out.show(verdict, () => {
    if (ok) return out.print(rich`${green('Whole:')} ${entries.toLocaleString('en')} entries, each as it was written.`)
    out.print(
      rich`${red('Broken:')} of ${entries.toLocaleString('en')} entries, ${firstBroken ?? 'none'} is the first that does not fit.`,
    )
  })
  return ok ? 'ok' : 'refused'
}
