import { hashKey } from '../../http/auth/hash-key.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Jobs } from '../../runner/runner.ts'

/** The maximum time for a sign-in at the provider. */
export const attemptSeconds = 10 * 60

const dueFor = (state: string) => ({ kind: 'attempt', subject: hashKey(state) }) as const

/** Records a sign-in that goes to the provider, by the hash of its state. */
export const beginAttempt = ({ store, nowUs }: Pick<Deps, 'store' | 'nowUs'>, state: string): Promise<void> =>
  store.due.set(dueFor(state), nowUs() + attemptSeconds * 1_000_000)

/** Tells whether the sign-in began here and has not returned yet: each returns only once, however often it is repeated. */
export const takeBegun = ({ store, nowUs }: Pick<Deps, 'store' | 'nowUs'>, state: string): Promise<boolean> =>
  store.due.take(dueFor(state), nowUs())

/** Deletes attempts that never returned. */
export const attemptJobs = ({ store }: Pick<Deps, 'store'>): Jobs => ({
  attempt: { run: (subject) => store.due.remove({ kind: 'attempt', subject }), atOnce: 50 },
})
