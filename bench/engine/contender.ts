import type { BenchFlag, Kind } from './flags.ts'
import type { BenchUser } from './users.ts'

/** An engine with the flags in it, called as its own users call it. */
export type Contender<User = never, Result = unknown> = {
  /** A user as the engine takes it, made once: what is measured is evaluating. */
  user(user: BenchUser): User
  one(flagKey: string, user: User): Result
  isOn(result: Result): boolean
  /** Every flag; where the engine has no call for that, one by one. */
  all(user: User): { readonly length: number } | object
  close?(): void | Promise<void>
}

/** Kinds of flags that an engine is not measured with, and why. */
export type Lacks = Partial<Record<Kind, string>>

/** How an engine is set up. */
export type Entry = {
  name: string
  package?: string
  lacks: Lacks
  /** Only with flags of kinds that it has. */
  open(flags: readonly BenchFlag[]): Promise<Contender>
}

const notSetUp = 'is not set up here'
/** Of an engine that is compared by the flags that all of them have. */
export const onlyBasic = { segment: notSetUp, nested: notSetUp, chain: notSetUp, groups: notSetUp }

/** Engines differ in what they take and give; each is only ever handed back its own. */
export const entry = <User, Result, Of extends Kind = Kind>(
  name: string,
  open: (flags: readonly BenchFlag<Of>[]) => Contender<User, Result> | Promise<Contender<User, Result>>,
  from?: string,
  lacks: Record<Exclude<Kind, Of>, string> = {} as never,
): Entry => ({
  name,
  ...(from === undefined ? {} : { package: from }),
  lacks,
  open: async (flags) => (await open(flags as readonly BenchFlag<Of>[])) as Contender,
})
