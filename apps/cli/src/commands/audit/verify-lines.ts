import { hash } from 'node:crypto'
import { splitLine } from '@bunting/contract'

type Verdict = { ok: boolean; entries: number; firstBroken?: string }
type Entry = { id?: string; seq?: number; previousHash?: string | null; hash?: string }

/** Checks that the lines of an export form one chain. The first may follow entries that the export does not have. */
export const verifyLines = async (lines: AsyncIterable<string>): Promise<Verdict> => {
  let entries = 0
  let before: Entry | undefined
  let firstBroken: string | undefined
  for await (const line of lines) {
    entries++
    const entry = readEntry(line)
    const follows =
      before === undefined || (entry.previousHash === before.hash && entry.seq === (before.seq ?? Number.NaN) + 1)
    if (!follows || !isAsHashed(line)) firstBroken ??= entry.id ?? `line ${entries}`
    before = entry
  }
  return firstBroken === undefined ? { ok: true, entries } : { ok: false, entries, firstBroken }
}

const readEntry = (line: string): Entry => {
  try {
    return JSON.parse(line) ?? {}
  } catch {
    return {}
  }
}

const isAsHashed = (line: string): boolean => {
  const parts = splitLine(line)
  return parts !== undefined && hash('sha256', parts.hashed) === parts.hash
}
