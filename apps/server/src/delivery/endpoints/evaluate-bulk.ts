import type { EnvironmentId, ErrorDetail } from '@bunting/contract'
import { type Cost, type EvaluationContext, nextEvaluation, noCost } from '@bunting/engine'
import type { EdgeKey } from '../../edge/edge.ts'
import { forEachInTurns } from '../../http/endpoint/for-each-in-turns.ts'
import { loadOf, weigh } from '../../rules/weight.ts'
import { answersIdOf, type CompiledBundle, type DeliveredFlag, visibleFlag } from '../bundle/compiled-bundle.ts'
import { notFound, outcomeFor } from '../bundle/outcome.ts'
import type { Charge } from '../request/limits.ts'
import { contextOf, parseBody } from '../request/read-body.ts'
import type { Answer, Request } from '../response/answer.ts'
import { AnswerText, type SharedBytes } from '../response/answer-text.ts'
import type { Serving } from '../usage/serving.ts'
import { withBundle } from './with-bundle.ts'

const maxKeys = 100
const bulkBytes: SharedBytes = new WeakMap()

/** A requested key, and its flag if there is one. */
type Asked = { key: string; flag: DeliveredFlag | undefined; cost: Cost }

/** `POST /v1/evaluate/bulk` */
export const evaluateBulk = (
  serving: Serving,
  caller: EdgeKey,
  request: Request,
  charge: Charge,
): Answer | Promise<Answer> => {
  const { flags, context, exposures } = read(request)
  const answer = (bundle: CompiledBundle, loadedAtMs: number): Answer | Promise<Answer> => {
    const answersId = answersIdOf(bundle)
    const asked = Array.from(flags, (key): Asked => {
      const flag = visibleFlag(bundle, caller, key)
      return { key, flag, cost: flag?.cost ?? noCost }
    })
    const load = loadOf(context)
    const weight = weigh(asked, load)
    charge(weight)
    const evaluation = nextEvaluation()
    const text = new AnswerText('{"results":{', bulkBytes)
    let between = ''
    const evaluated = forEachInTurns(asked, load, weight, ({ key, flag }) => {
      const outcome = flag ? outcomeFor(caller, flag.evaluateIn(context, evaluation)) : notFound(key)
      serving.countOwn(caller, key, flag, outcome)
      text.add(between)
      between = ','
      text.addOf(outcome, outcome.bulk)
    })
    const tokens = exposures ? serving.tracker?.tokens(caller, bundle, visible(asked), context) : undefined
    const reply = (exposed: Record<string, string> | undefined): Answer => {
      const age = Math.floor((performance.now() - loadedAtMs) / 1_000)
      const meta = `"environmentId":"${caller.environmentId}","evaluatedAt":"${new Date().toISOString()}","cacheAge":${age},"requestId":"${request.requestId}"`
      // The ETag tells a page whether a revision that its stream announces is in this answer already.
      const tokenText = exposed ? `,"exposures":${JSON.stringify(exposed)}` : ''
      text.add(`}${tokenText},"meta":{${meta}}}`)
      return { status: 200, body: text.body(), headers: ['ETag', `"${answersId}"`] }
    }
    if (!tokens) return evaluated ? evaluated.then(() => reply(undefined)) : reply(undefined)
    // A page is answered whatever becomes of its exposures.
    return Promise.all([tokens.catch(() => ({})), evaluated]).then(([exposed]) => reply(exposed))
  }
  return withBundle(serving, caller, answer, () => unavailable(flags, caller.environmentId))
}

export const evaluateBulkUnavailable = (request: Request): Answer => unavailable(read(request).flags, '')

const visible = (asked: readonly Asked[]): string[] => asked.flatMap(({ key, flag }) => (flag ? [key] : []))

type Question = { flags: ReadonlySet<string>; context: EvaluationContext; exposures: boolean }

const read = (request: Request): Question => {
  const body = parseBody(request.body)
  const context = contextOf(body, request, flagsProblems(body.flags))
  return { flags: new Set(body.flags as string[]), context, exposures: body.exposures === true }
}

const flagsProblems = (flags: unknown): ErrorDetail[] => {
  if (flags === undefined) return [{ path: 'flags', message: 'is required' }]
  if (!Array.isArray(flags) || flags.length < 1 || flags.length > maxKeys) {
    return [{ path: 'flags', message: `must be an array of 1 to ${maxKeys} flag keys` }]
  }
  return flags.flatMap((key, at) =>
    typeof key === 'string' ? [] : [{ path: `flags[${at}]`, message: 'must be string' }],
  )
}

const unavailable = (flags: ReadonlySet<string>, environmentId: EnvironmentId | ''): Answer => {
  const results = [...flags].map((key) => `${JSON.stringify(key)}:{"value":null,"reason":"ERROR"}`).join(',')
  const meta = JSON.stringify({ environmentId, evaluatedAt: new Date().toISOString(), cacheAge: 0 })
  return { status: 503, body: `{"results":{${results}},"meta":${meta}}` }
}
