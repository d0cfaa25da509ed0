/** What to ask of a server, how hard and for how long. */
export type Load = {
  port: number
  /** Whole HTTP requests, sent in turn. */
  requests: string[]
  connections: number
  ms: number
  /** Requests a second; as many as are answered, where it is not given. */
  rate?: number
}

/** What came of it. */
export type LoadResult = { answered: number; perSecond: number; p50Ms: number; p99Ms: number }
