import type { UsageDay } from '@bunting/contract'
import { expect } from 'vitest'
import { dayOf } from '../../../src/rules/usage/days.ts'
import type { TestOrganization } from '../../../src/testing/test-organization.ts'

export type ModelEvent = {
  flagKey: string
  environmentId: string
  value: boolean | string | number | null
  reason: string
  evaluatedAt: number
}

type Counter = 'ruleMatchCount' | 'defaultCount' | 'errorCount'
type Day = Omit<UsageDay, 'valueDistribution'> & { values: Map<string, number> }

const counters: Record<string, Counter> = {
  RULE_MATCH: 'ruleMatchCount',
  ROLLOUT: 'ruleMatchCount',
  DEFAULT: 'defaultCount',
  DISABLED: 'defaultCount',
  ERROR: 'errorCount',
}

/** As a list of entries, because a value may be called `__proto__`. */
const comparable = ({ values, ...day }: Omit<Day, 'values'> & { values: Iterable<[string, number]> }) => ({
  ...day,
  values: [...values].toSorted(([a], [b]) => (a < b ? -1 : 1)),
})

/** The expected usage, counted one by one and independently of the server's code. */
export const openUsageModel = () => {
  const days = new Map<string, Day>()
  const nameOf = (environmentId: string, flagKey: string, date: string) => `${environmentId} ${flagKey} ${date}`

  return {
    count: (events: readonly ModelEvent[]): void => {
      for (const { environmentId, flagKey, value, reason, evaluatedAt } of events) {
        const date = dayOf(evaluatedAt)
        const name = nameOf(environmentId, flagKey, date)
        const none = { date, totalEvaluations: 0, ruleMatchCount: 0, defaultCount: 0, errorCount: 0 }
        const day = days.get(name) ?? { ...none, values: new Map() }
        days.set(name, day)
        day.totalEvaluations += 1
        const counter = counters[reason]
        if (counter) day[counter] += 1
        day.values.set(String(value), (day.values.get(String(value)) ?? 0) + 1)
      }
    },
    /** Compares every number of each wanted day in one environment. */
    expectSame: async (
      organization: TestOrganization,
      flagKey: string,
      environmentId: string,
      wanted: (date: string) => boolean = () => true,
    ): Promise<void> => {
      const path = `${organization.base}/flags/${flagKey}/usage?environmentId=${environmentId}`
      const { body } = await organization.get(path)
      const shown = (body.rows as UsageDay[]).map(({ valueDistribution, ...day }) =>
        comparable({ ...day, values: Object.entries(valueDistribution) }),
      )
      const expected = [...days]
        .filter(([name, { date }]) => name === nameOf(environmentId, flagKey, date))
        .map(([, day]) => comparable(day))
        .toSorted((a, b) => (a.date < b.date ? -1 : 1))
      expect(shown.filter(({ date }) => wanted(date))).toEqual(expected.filter(({ date }) => wanted(date)))
    },
  }
}
