import type { FlagSummary } from '../../api/flag-summaries.ts'
import { plural } from '../../format/number.ts'

/** The number of lines of code that name a flag, for a table. */
export const InCode = ({ codeReferences }: Pick<FlagSummary, 'codeReferences'>) => {
  if (codeReferences === undefined) return <span title="No code was scanned">–</span>
  return codeReferences === 0 ? <span className="text-ink-3">nowhere</span> : plural(codeReferences, 'line')
}
