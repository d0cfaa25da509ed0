/** What came of an attack: how bad it was, how bad it may be. */
export type Verdict = { name: string; figure: string; limit: string; holds: boolean; more?: string }
