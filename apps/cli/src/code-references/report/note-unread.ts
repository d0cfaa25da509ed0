import { limits } from '@bunting/contract'
import { counted } from '../../output/counted.ts'
import type { Output } from '../../output/output.ts'
import { dim, rich } from '../../output/rich.ts'
import type { Scan } from '../scan/scan.ts'

const maxNamed = 5

/** Prints how many files were searched, and which were skipped. */
export const noteUnread = (out: Output, { files, flags, unread, unnamed }: Scan): void => {
  out.note(dim(`Searched ${counted(files, 'file')} for ${counted(flags.length, 'flag')}.`))
  if (unread.large > 0) out.note(rich`Note: ${counted(unread.large, 'file')} of over 1 MiB: not searched.`)
  if (unread.absent > 0) out.note(rich`Note: ${counted(unread.absent, 'file')} not checked out, or not readable.`)
  if (unread.outside > 0) {
    out.note(rich`Note: ${counted(unread.outside, 'file')} not searched: links in their place lead elsewhere.`)
  }
  for (const path of unnamed.slice(0, maxNamed)) {
    out.note(
      rich`Note: References in ${path} are left out: its name has hidden characters, or over ${limits.codePath}.`,
    )
  }
  if (unnamed.length > maxNamed) out.note(rich`  … and in ${counted(unnamed.length - maxNamed, 'more file')}`)
}
