import type { Environment } from '@bunting/contract'
import { useUsage } from '../../api/usage.ts'
import { count, percent } from '../../format/number.ts'

type YesterdayProps = { projectId: string; flagKey: string; environment: Environment }

const dayMs = 24 * 60 * 60 * 1_000

/** Yesterday's evaluations, to show how many people a decision affects. Renders nothing without figures. */
export const Yesterday = ({ projectId, flagKey, environment }: YesterdayProps) => {
  const day = new Date(Date.now() - dayMs).toISOString().slice(0, 10)
  const { data } = useUsage({ projectId, flagKey, environmentId: environment.id }, { from: day, to: day })
  const [row] = data?.rows ?? []
  if (!row || row.totalEvaluations === 0) return null
  const share = (part: number): string => percent(Math.round((part / row.totalEvaluations) * 100))
  return (
    <section className="yesterday">
      <h3>
        Yesterday in <bdi>{environment.name}</bdi>
      </h3>
      <p>
        Asked {row.totalEvaluations === 1 ? 'once' : `${count(row.totalEvaluations)} times`}. A rule answered{' '}
        {share(row.ruleMatchCount)}, the default {share(row.defaultCount)}.
      </p>
    </section>
  )
}
