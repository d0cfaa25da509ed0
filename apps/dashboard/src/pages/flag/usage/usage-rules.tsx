import type { FlagConfig } from '@bunting/engine'
import { count, percent } from '../../../format/number.ts'
import { Length } from '../../../ui/bars/length.tsx'
import type { UsageFigures } from './usage-days.ts'

type UsageRulesProps = Pick<UsageFigures, 'rules' | 'total'> & { config: FlagConfig | undefined }

/** The number of answers by rule: first the config's rules in its order, then deleted ones. */
export const UsageRules = ({ rules, total, config }: UsageRulesProps) => {
  const counts = new Map(rules.map(({ ruleId, total: sum }) => [ruleId, sum]))
  const current = config?.rules ?? []
  const gone = rules.filter(({ ruleId }) => !current.some(({ id }) => id === ruleId))
  if (rules.length === 0 && current.length === 0) return null
  return (
    <section className="usage-rules" aria-labelledby="usage-rules">
      <h2 id="usage-rules">Rules</h2>
      <ol>
        {current.map(({ id, name }, index) => (
          <Row key={id} name={name || `Rule ${index + 1}`} sum={counts.get(id) ?? 0} total={total} />
        ))}
        {gone.map(({ ruleId, total: sum }) => (
          <Row key={ruleId} name={ruleId === '…' ? 'Other rules' : ruleId} sum={sum} total={total} isGone />
        ))}
      </ol>
    </section>
  )
}

type RowProps = { name: string; sum: number; total: number; isGone?: boolean }

const Row = ({ name, sum, total, isGone = false }: RowProps) => (
  <li>
    <span className="name">
      {isGone ? <code>{name}</code> : <bdi>{name}</bdi>}
      {isGone && <small> no longer there</small>}
    </span>
    <Length of={sum} most={total} />
    <span className="num">
      {percent(Math.round((sum / total) * 1_000) / 10)} <small>{count(sum)}</small>
    </span>
  </li>
)
