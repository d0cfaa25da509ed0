/** A figure that was measured, and where it comes from. */
type Cost = { value: number; from: string }

/**
 * Processor time of one core of the machine that the notes of the release name, in microseconds where nothing else is said.
 * `node bench/simulate/measure-costs.ts` measures those that say so.
 */
export const costs = {
  /** A stream that is opened by a reader which has the current revision. */
  open: { value: 115, from: 'measure-costs' },
  /** The same, refused with `Retry-After`. */
  refuse: { value: 45, from: 'measure-costs' },
  /** `GET /v1/bundle` that answers 304. */
  ask: { value: 20, from: 'measure-costs' },
  /** A message to one stream, however long. */
  write: { value: 15, from: 'measure-costs' },
  /** What each kilobyte of it adds. */
  writeKilobyte: { value: 0.27, from: 'measure-costs' },
  /** The comment that keeps a stream alive. */
  beat: { value: 14, from: 'measure-costs' },
  /** `POST /v1/evaluate`. */
  evaluate: { value: 26, from: 'npm run bench -- growth, one rule' },
  /** A patch, applied once by each process before it tells its streams. */
  apply: { value: 2_500, from: 'npm run bench -- growth, a change, processor ms of one Delivery' },
} satisfies Record<string, Cost>

export type Costs = Record<keyof typeof costs, number>

export const measuredCosts = Object.fromEntries(
  Object.entries(costs).map(([name, { value }]) => [name, value]),
) as Costs
