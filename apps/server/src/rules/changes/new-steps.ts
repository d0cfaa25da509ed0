import { type ErrorDetail, fail, invalid, type StepBody } from '@bunting/contract'
import { type FlagType, readIsoInstant, typeProblem } from '@bunting/engine'
import { firstOutOfOrder, type LiveSchedule, planTimes, type Step } from './schedules.ts'

/** The furthest that a step may be planned ahead: microseconds must stay safe integers. */
const furthestUs = 100 * 365 * 24 * 60 * 60 * 1_000_000

/** The steps of a request, all still waiting. */
export const newSteps = (bodies: readonly StepBody[]): Step[] =>
  bodies.map(({ at, after, change }) => ({
    atUs: at === undefined ? null : (readIsoInstant(at) as number) * 1_000,
    ...(after === undefined ? {} : { after }),
    change,
    status: 'waiting',
  }))

/** Refuses steps that are out of order. A later start would not mend it: it only comes closer to the given times. */
export const refuseTimes = (steps: readonly Step[], nowUs: number): void => {
  const problems: ErrorDetail[] = steps.flatMap(({ atUs }, place) => {
    if (atUs === null) return []
    const path = `steps[${place}].at`
    if (atUs <= nowUs) return [{ path, message: 'must lie in the future' }]
    return atUs - nowUs > furthestUs ? [{ path, message: 'must lie within the next 100 years' }] : []
  })
  const place = problems.length > 0 ? undefined : firstOutOfOrder(planTimes(steps, nowUs), nowUs)
  if (place !== undefined) problems.push({ path: `steps[${place}].at`, message: 'must be after the step before' })
  if (problems.length > 0) invalid('The steps cannot be run at these times.', problems)
}

/** Refuses to start a schedule whose steps came out of order since it was proposed. */
export const requireTimes = ({ steps }: LiveSchedule, startUs: number): void => {
  const place = firstOutOfOrder(planTimes(steps, startUs), startUs)
  if (place === undefined) return
  const atUs = steps[place]?.atUs ?? 0
  const why = atUs <= startUs ? 'has passed' : 'is no longer after the step before'
  fail('CONFLICT', `It can no longer be approved: the time of step ${place + 1} ${why}. Reject it, and make another.`)
}

/** The problems of a body's values for a flag of this type. The body is unchecked, and may have any shape. */
export const stepValueProblems = (body: unknown, type: FlagType): ErrorDetail[] =>
  entriesOf(Object(body).steps).flatMap(([place, step]) => {
    const path = `steps[${place}].change`
    const { defaultValue, rules } = Object(Object(step).change)
    return [
      ...valueProblem(defaultValue, type, `${path}.defaultValue`),
      ...Object.entries(Object(rules)).flatMap(([id, rule]) => [
        ...valueProblem(Object(rule).value, type, `${path}.rules.${id}.value`),
        // The parsed body would drop this key silently.
        ...(id === '__proto__' ? [{ path: `${path}.rules.${id}`, message: 'must be the id of a rule' }] : []),
      ]),
    ]
  })

const entriesOf = (list: unknown): [number, unknown][] => (Array.isArray(list) ? [...list.entries()] : [])

const valueProblem = (value: unknown, type: FlagType, path: string): ErrorDetail[] => {
  const message = value === undefined || value === null ? undefined : typeProblem(value, type)
  return message === undefined ? [] : [{ path, message }]
}
