import type { Contender } from './contender.ts'

/** Runs so often, and counts what was on: an answer that nobody uses need not be worked out. */
export type Run = (times: number) => number

export const loopOne = ({ one, isOn }: Contender, flagKeys: readonly string[], users: readonly unknown[]): Run => {
  const keyMask = flagKeys.length - 1
  const userMask = users.length - 1
  return (times) => {
    let on = 0
    for (let i = 0; i < times; i++) {
      if (isOn(one(flagKeys[i & keyMask] as string, users[i & userMask] as never))) on++
    }
    return on
  }
}

export const loopAll = ({ all }: Contender, users: readonly unknown[]): Run => {
  const userMask = users.length - 1
  return (times) => {
    let some = 0
    for (let i = 0; i < times; i++) if (all(users[i & userMask] as never)) some++
    return some
  }
}
