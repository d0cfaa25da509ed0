import type { Contexts } from '../../core/context.ts'
import { wrongUse } from '../../core/failure.ts'
import { compileConverted } from '../compile-converted.ts'
import type { Choices, Converted, Snapshot } from '../converted.ts'
import type { Verified } from '../report/report.ts'
import { compareFlag } from './compare-flag.ts'
import type { Engine, Probe } from './engine.ts'
import { engines } from './engines/index.ts'
import { openOfrep } from './engines/ofrep.ts'
import { explainDifference } from './explain-difference.ts'
import { packagesIn } from './load-package.ts'
import { probesFor } from './probes.ts'
import { questionsOf } from './questions.ts'
import { openRandom } from './random.ts'
import { readContexts } from './read-contexts.ts'

/** The options of the comparison. */
export type Asked = {
  verify: number | undefined
  sdk: string | undefined
  against: string | undefined
  contexts: string | undefined
}

const same = (probe: Probe): Probe => probe

/** The rule of three: if n answers are all the same, at most 3/n of all differ, with 95 % confidence. */
const ruleOfThree = 3

/** Compares the source's engine with Bunting's, flag by flag; undefined if no comparison was asked for. */
export const verifyImport = async (
  { out, environment: variables }: Pick<Contexts['server'], 'out' | 'environment'>,
  snapshot: Snapshot,
  choices: Choices,
  converted: Converted,
  { verify: users, sdk, against, contexts }: Asked,
): Promise<Verified | undefined> => {
  if (users === undefined) {
    const given = Object.entries({ sdk, against, contexts }).find(([, value]) => value !== undefined)
    return given ? wrongUse(`--${given[0]} goes with --verify.`, '--verify 10000') : undefined
  }
  if (against !== undefined && choices.environments.size > 1) {
    wrongUse('--against is of one environment: say --env once.')
  }
  const own = readContexts(contexts)
  const folder = sdk ?? '.'
  const load = packagesIn(folder)
  const verified: Verified = { compared: 0, different: 0, unexplained: 0, below: 1, flags: [] }
  for (const [theirName, environment] of choices.environments) {
    const theirs = snapshot.environments[theirName]
    const engine =
      against === undefined
        ? await engines[snapshot.source]({ load, sdk: folder, environment: theirName, theirs, choices })
        : openOfrep({
            address: against,
            token: variables.variable('OFREP_TOKEN'),
            choices,
            theirs: renamedKeys(converted),
          })
    try {
      await verifyEnvironment(environment, engine)
    } finally {
      await engine.close?.()
    }
  }
  return { ...verified, below: verified.compared === 0 ? 1 : ruleOfThree / verified.compared }

  async function verifyEnvironment(environment: string, engine: Engine): Promise<void> {
    const ours = compileConverted(converted, environment)
    const byHand = new Set(
      converted.findings
        .filter((finding) => finding.kind === 'by-hand' && (finding.environment ?? environment) === environment)
        .map(({ flagKey }) => flagKey),
    )
    for (const [done, [flagKey, compiled]] of [...ours].entries()) {
      out.progress.step(done, ours.size, 'flags compared')
      const config = converted.flags[flagKey]?.environments[environment]
      if (byHand.has(flagKey) || !config) continue
      const questions = questionsOf(converted, flagKey, environment)
      const probes = [...probesFor(questions, users ?? 0, openRandom(done + 1)), ...own].map(engine.complete ?? same)
      const { flag, unexplained } = await compareFlag(
        {
          flagKey,
          environment,
          ours: compiled,
          defaultValue: config.defaultValue,
          engine,
          explain: (probe, isLeftToCode) =>
            explainDifference(converted.findings, environment, { probe, isLeftToCode, questions }),
        },
        probes,
      )
      verified.flags.push(flag)
      verified.compared += flag.compared
      verified.different += flag.different
      verified.unexplained += unexplained
    }
  }
}

/** The source's keys, by Bunting's, of renamed flags: the flag's name is the key that it had. */
const renamedKeys = ({ flags, findings }: Converted): Map<string, string> =>
  new Map(
    findings.flatMap(({ code, flagKey }) => {
      const name = flagKey === undefined ? undefined : flags[flagKey]?.name
      return code === 'renamed' && flagKey !== undefined && name !== undefined ? [[flagKey, name] as const] : []
    }),
  )
