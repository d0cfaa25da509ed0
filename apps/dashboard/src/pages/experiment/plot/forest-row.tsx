import type { Axis } from '../../../features/experiments/axis.ts'
import { Forest } from '../../../features/experiments/forest.tsx'
import { sayMetric } from '../../../features/experiments/metric-words.ts'
import { sayMissing, Verdict } from '../../../features/experiments/verdict.tsx'
import { sayLift, sayLifts, sayMean } from '../../../format/lift.ts'
import { percent } from '../../../format/number.ts'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { sayThen } from '../say-then.ts'
import { type Row, toleranceOf } from './groups.ts'

type ForestRowProps = { row: Row; axis: Axis; same: number | undefined; isOpen: boolean; onToggle(): void }

export const ForestRow = ({ row, axis, same, isOpen, onToggle }: ForestRowProps) => {
  const { metric, definition, variant, result, control, look, says, isFirst } = row
  const name = definition?.name ?? metric.key
  const { lift } = result
  const kind = definition?.kind
  return (
    <tr className={classes('line', isFirst && 'first')}>
      <th scope="row" className="metric">
        <MetricName row={row} name={name} />
      </th>
      <td className="variant">
        <code>{variant}</code>
      </td>
      <td className="mean num">
        {result.mean === null ? (
          '–'
        ) : (
          <>
            {sayMean(kind, control?.mean ?? null)} → <b>{sayMean(kind, result.mean)}</b>
          </>
        )}
      </td>
      <td className="plot">
        <Forest axis={axis} lift={lift} look={look} same={same} tolerance={toleranceOf(row)} />
      </td>
      <td className="lift num">
        {lift ? (
          <>
            <b>{sayLift(lift.value)}</b> <span>{sayLifts(lift)}</span>
          </>
        ) : (
          <span className="text-ink-3">{sayMissing(result) ?? 'no bounds yet'}</span>
        )}
      </td>
      <td className="outcome">
        <Verdict look={look}>{says}</Verdict>
      </td>
      <td className="more">
        <IconButton
          name={`${name}, ${variant}: over days`}
          aria-expanded={isOpen}
          className={classes(isOpen && 'turned')}
          onClick={onToggle}
        >
          <Icon of="down" size={16} />
        </IconButton>
      </td>
    </tr>
  )
}

const MetricName = ({ row: { metric, definition, guardrail, isFirst }, name }: { row: Row; name: string }) => {
  if (!isFirst) return <span className="sr-only">{name}</span>
  return (
    <>
      <b>
        <bdi>{name}</bdi> {metric.role === 'exploratory' && <Tag kind="line">exploratory</Tag>}
      </b>
      <small>
        {guardrail
          ? `${percent(guardrail.worseBy * 100)} worse: ${sayThen[guardrail.then]}`
          : definition && sayMetric(definition)}
      </small>
    </>
  )
}
