import type { BenchFlag } from './flags.ts'
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

/** How an engine is set up. */
export type Entry = { name: string; package?: string; open(flags: readonly BenchFlag[]): Promise<Contender> }

/** Engines differ in what they take and give; each is only ever handed back its own. */
export const entry = <User, Result>(
  name: string,
  open: (flags: readonly BenchFlag[]) => Contender<User, Result> | Promise<Contender<User, Result>>,
  from?: string,
): Entry => ({
  name,
  ...(from === undefined ? {} : { package: from }),
  open: async (flags) => (await open(flags)) as Contender,
})
