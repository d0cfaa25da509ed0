import { convertSnapshot } from '../../apps/cli/src/moving-in/convert-snapshot.ts'
import type { Source } from '../../apps/cli/src/moving-in/converted.ts'
import { verifyImport } from '../../apps/cli/src/moving-in/verify/verify.ts'
import type { Difference, Round } from './referee.ts'

const context = { out: { progress: { step: () => {} } }, environment: { variable: () => undefined } }

/** What `bunting import --verify` says of the same project: differences that no finding explains. */
export const verifiedBy = async (source: Source, theirs: object, sdk: string, nowMs: number): Promise<Round> => {
  const snapshot = { source, environments: { theirs: structuredClone(theirs) } }
  const choices = { environments: new Map([['theirs', 'ours']]), rename: new Map(), nowMs }
  const converted = convertSnapshot(snapshot, choices)
  const asked = { verify: 20, sdk, against: undefined, contexts: undefined }
  const verified = await verifyImport(context as never, snapshot, choices, converted, asked)
  const different = (verified?.flags ?? []).flatMap(({ flagKey, example }): Difference[] =>
    example && example.explainedBy === undefined ? [{ flagKey, ...example }] : [],
  )
  return { compared: verified?.compared ?? 0, different }
}
