import type { Contexts } from '../core/context.ts'
import { wrongUse } from '../core/failure.ts'
import { type CheckInput, checkReferences } from './check-references.ts'
import { noteUnread } from './report/note-unread.ts'
import { printReferences } from './report/print-references.ts'
import { openScan } from './scan/open-scan.ts'
import { type UploadInput, uploadReferences } from './upload-references.ts'

type Input = CheckInput & UploadInput & { upload: boolean | undefined; check: boolean | undefined }

/** Finds references to flags in code, and prints, checks or uploads them. */
export const referToCode = async (context: Contexts['project'], input: Input): Promise<'ok' | 'refused'> => {
  if (input.upload && input.check) wrongUse('Either --upload or --check: a check uploads nothing.')
  for (const name of ['base', 'markdown'] as const) {
    if (input[name] !== undefined && !input.check) wrongUse(`--${name} goes with --check.`)
  }
  if (input.check) return checkReferences(context, input)
  if (input.upload) return uploadReferences(context, input)
  const { out } = context
  const { scan } = await openScan(context, input)
  noteUnread(out, scan)
  const references = scan.flags.flatMap((flag) => flag.references)
  out.show({ files: scan.files, references }, () => printReferences(out, scan))
  return 'ok'
}
