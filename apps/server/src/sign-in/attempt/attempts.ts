import { hashKey } from '../../http/auth/hash-key.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Jobs } from '../../runner/runner.ts'

/** How long somebody has at the provider. */
export const attemptSeconds = 10 * 60

const dueFor = (state: string) => ({ kind: 'attempt', subject: hashKey(state) }) as const

/** Sign-ins that began here and have not come back, by the hash of their state. */
export const beginAttempt = ({ store, nowUs }: Pick<Deps, 'store' | 'nowUs'>, state: string): Promise<void> =>
  store.due.set(dueFor(state), nowUs() + attemptSeconds * 1_000_000)

/** Whether it began here and has not come back: from here on it has, whatever the browser kept or the provider takes twice. */
export const takeBegun = ({ store, nowUs }: Pick<Deps, 'store' | 'nowUs'>, state: string): Promise<boolean> =>
  store.due.take(dueFor(state), nowUs())

/** Who does not come back is forgotten. */
export const attemptJobs = ({ store }: Pick<Deps, 'store'>): Jobs => ({
  attempt: { run: (subject) => store.due.remove({ kind: 'attempt', subject }), atOnce: 50 },
})
