import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type EvaluationContext, sameValue } from '@bunting/engine'
import { compileConverted } from '../../../apps/cli/src/moving-in/compile-converted.ts'
import { convertSnapshot } from '../../../apps/cli/src/moving-in/convert-snapshot.ts'
import { nearestKey } from '../../../apps/cli/src/moving-in/shared/keys.ts'
import type { Probe } from '../../../apps/cli/src/moving-in/verify/engine.ts'
import { explainDifference } from '../../../apps/cli/src/moving-in/verify/explain-difference.ts'
import { questionsOf } from '../../../apps/cli/src/moving-in/verify/questions.ts'
import type { Difference, Round } from '../referee.ts'

type Context = { userId?: string; sessionId?: string; appName?: string; properties?: Record<string, string> } & Record<
  string,
  unknown
>
type Variant = { name: string; payload?: { type: string; value: string } }
type Specified<Result> = { description: string; context: Context; toggleName: string; expectedResult: Result }
type Specification = {
  name: string
  state?: { features?: object[]; segments?: object[] }
  tests?: Specified<boolean>[]
  variantTests?: Specified<Variant>[]
}

const slug = 'production'

/** Answers of Unleash's own specification of clients, asked of what an import makes of its flags. */
export const playSpecification = (nowMs: number): Round & { byHand: number } => {
  const require = createRequire(new URL('../../package.json', import.meta.url))
  const read = (name: string): Specification & string[] =>
    JSON.parse(readFileSync(require.resolve(`@unleash/client-specification/specifications/${name}`), 'utf8'))
  // What a server sends piece by piece is read as a whole when it is imported.
  const specifications = [...read('index.json')].map(read).filter(({ state }) => state?.features)
  const rounds = specifications.map((each) => play(each, nowMs))
  return {
    compared: rounds.reduce((sum, { compared }) => sum + compared, 0),
    different: rounds.flatMap(({ different }) => different),
    byHand: rounds.reduce((sum, { byHand }) => sum + byHand, 0),
  }
}

const ours = ({ userId, sessionId, properties = {}, environment: _, currentTime: __, ...rest }: Context) =>
  ({
    ...(userId === undefined ? {} : { userId }),
    ...(sessionId === undefined ? {} : { anonymousId: sessionId }),
    attributes: { ...rest, ...properties },
  }) as EvaluationContext

const play = ({ state, tests = [], variantTests = [] }: Specification, nowMs: number): Round & { byHand: number } => {
  const different: Difference[] = []
  let [compared, byHand] = [0, 0]
  const compare = <Result>(
    specified: readonly Specified<Result>[],
    answerOf: (flagKey: string, expected: Result) => [key: string, wanted: unknown],
  ) => {
    for (const { context, toggleName, expectedResult, description } of specified) {
      // What a client says of itself is decided while importing: where, and when.
      const { environment = 'default', currentTime } = context as { environment?: string; currentTime?: string }
      const converted = convertSnapshot(
        { source: 'unleash', environments: { [environment]: state } },
        {
          environments: new Map([[environment, slug]]),
          rename: new Map(),
          nowMs: currentTime === undefined ? nowMs : Date.parse(currentTime),
        },
      )
      const [flagKey, wanted] = answerOf(nearestKey('flag', toggleName), expectedResult)
      if (converted.findings.some((finding) => finding.kind === 'by-hand' && finding.flagKey === flagKey)) {
        byHand++
        continue
      }
      const flag = compileConverted(converted, slug).get(flagKey)
      // A flag that is not there has no answer here, and is off there.
      const answer = flag ? flag.evaluate(ours(context)).value : undefined
      compared++
      const isSame = flag ? sameValue(answer, wanted) : wanted === false || wanted === 'disabled'
      const probe = { attributes: {}, ...ours(context) } as Probe
      const questions = questionsOf(converted, flagKey, slug)
      const differing = { probe, isLeftToCode: false, questions }
      if (isSame || explainDifference(converted.findings, slug, differing) !== undefined) continue
      different.push({ flagKey: `${toggleName}: ${description}`, context, theirs: wanted, ours: answer })
    }
  }
  compare(tests, (flagKey, expected) => [flagKey, expected])
  compare(variantTests, (flagKey, { name, payload }) => [`${flagKey}.variant`, payload?.value ?? name])
  return { compared, different, byHand }
}
