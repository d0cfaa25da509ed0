import type { Contexts } from '../../core/context.ts'
import type { Choices, Converted, Snapshot } from '../converted.ts'
import type { Verified } from '../report/report.ts'

/** What is to be compared, and with whom. */
export type Asked = {
  verify: number | undefined
  sdk: string | undefined
  against: string | undefined
  contexts: string | undefined
}

export const verifyImport = async (
  _context: Contexts['server'],
  _snapshot: Snapshot,
  _choices: Choices,
  _converted: Converted,
  _asked: Asked,
): Promise<Verified | undefined> => undefined
