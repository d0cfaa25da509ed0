/** A figure that was measured, and where it comes from. */
type Cost = { value: number; from: string }

/**
 * Processor time of one core of the machine that the notes of the release name, in microseconds where nothing else is said.
 * `node bench/simulate/measure-costs.ts` measures those that say so.
 */
export const costs = {
  /** A stream that is opened by a reader which has the current revision. */
  open: { value: 108, from: 'measure-costs' },
  /** The same, refused with `Retry-After`. */
  refuse: { value: 24, from: 'measure-costs' },
  /** `GET /v1/bundle` that answers 304. */
  ask: { value: 18, from: 'measure-costs' },
  /** A message to one stream, however long. */
  write: { value: 9, from: 'measure-costs' },
  /** What each kilobyte of it adds. */
  writeKilobyte: { value: 0.14, from: 'measure-costs' },
  /** The comment that keeps a stream alive. */
  beat: { value: 7.5, from: 'measure-costs' },
  /** `POST /v1/evaluate`. */
  evaluate: { value: 11, from: 'npm run bench -- http' },
  /** A patch, applied once by each process before it tells its streams. */
  apply: { value: 1_500, from: 'npm run bench -- growth, a change, processor ms of one Delivery' },
} satisfies Record<string, Cost>

export type Costs = Record<keyof typeof costs, number>

export const measuredCosts = Object.fromEntries(
  Object.entries(costs).map(([name, { value }]) => [name, value]),
) as Costs
