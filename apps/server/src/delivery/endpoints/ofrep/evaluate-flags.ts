import { hash } from 'node:crypto'
import { nextEvaluation } from '@bunting/engine'
import type { EdgeKey } from '../../../edge/edge.ts'
import { forEachInTurns } from '../../../http/endpoint/for-each-in-turns.ts'
import { loadOf, weigh } from '../../../rules/weight.ts'
import { type CompiledBundle, isVisible } from '../../bundle/compiled-bundle.ts'
import { outcomeFor } from '../../bundle/outcome.ts'
import type { Charge } from '../../request/limits.ts'
import type { Answer, Request } from '../../response/answer.ts'
import { AnswerText, type SharedBytes } from '../../response/answer-text.ts'
import type { Serving } from '../../usage/serving.ts'
import { hasEtag } from '../bundle.ts'
import { withBundle } from '../with-bundle.ts'
import { catchUp } from './catch-up.ts'
import { ofrepUnavailable } from './evaluate-flag.ts'
import { eventStreamText } from './event-stream.ts'
import { flagTexts } from './flag-text.ts'
import { ofrepPath, readContext } from './read-context.ts'

const flagBytes: SharedBytes = new WeakMap()

/** `POST /ofrep/v1/evaluate/flags`: every flag that the key may see. */
export const evaluateFlags = (
  serving: Serving,
  caller: EdgeKey,
  request: Request,
  charge: Charge,
): Answer | Promise<Answer> => {
  const context = readContext(request)
  const answer = (bundle: CompiledBundle): Answer | Promise<Answer> => {
    const etag = etagOf(bundle, caller, request)
    const headers = ['ETag', etag]
    if (hasEtag(request, etag)) return { status: 304, body: '', headers }
    const asked = Array.from(bundle.flags.values().filter((flag) => !flag.broken && isVisible(flag, caller)))
    const load = loadOf(context)
    const weight = weigh(asked, load, ofrepPath)
    charge(weight)
    const { textOf, end } = flagTexts(bundle.environmentId, context)
    const evaluation = nextEvaluation()
    const text = new AnswerText('{"flags":[', flagBytes)
    let between = ''
    const evaluated = forEachInTurns(asked, load, weight, (flag) => {
      const outcome = outcomeFor(caller, flag.evaluateIn(context, evaluation))
      serving.countOfrep(caller, flag.key, flag, outcome)
      text.add(between)
      between = `${end},`
      text.addOf(outcome, textOf(flag.key, flag, outcome))
    })
    const reply = (): Answer => {
      text.add(`${between.slice(0, -1)}],"eventStreams":[${eventStreamText(caller, request)}]}`)
      return { status: 200, body: text.body(), headers }
    }
    return evaluated ? evaluated.then(reply) : reply()
  }
  const reply = () => withBundle(serving, caller, answer, ofrepUnavailable)
  return catchUp(serving, caller, request)?.then(reply) ?? reply()
}

/** A tag of everything that the answer depends on: a provider sends one user's tag with the next user's context. */
const etagOf = ({ revision, listsTaken }: CompiledBundle, caller: EdgeKey, { body, country }: Request): string =>
  `"${revision}-${hash('sha256', JSON.stringify([caller.id, country, body, ...listsOf(listsTaken())]), 'base64url')}"`

/** A list that comes after its bundle changes answers of the same revision. */
const listsOf = (taken: number): number[] => (taken === 0 ? [] : [taken])
