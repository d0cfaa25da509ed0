import { count } from '../../../format/number.ts'
import { longDay } from '../../../format/say-day.ts'
import { Table } from '../../../ui/table.tsx'
import type { UsageFigures } from './usage-days.ts'

/** The chart's figures as a table, newest day first. */
export const UsageTable = ({ series, bars }: UsageFigures) => (
  <Table
    label="Answers by day and value"
    heads={[
      'Day',
      ...series.toReversed().map(({ value, isRest }) => (isRest ? value : <code key={value}>{value}</code>)),
      'Errors',
      'All',
    ]}
  >
    {bars.toReversed().map(({ day, row, counts }) => (
      <tr key={day}>
        <td>{longDay(day)}</td>
        {series.toReversed().map(({ value }, fromEnd) => (
          <td key={value} className="num">
            {row ? count(counts[series.length - 1 - fromEnd] ?? 0) : '–'}
          </td>
        ))}
        <td className="num">{row ? count(row.errorCount) : '–'}</td>
        <td className="num">{row ? count(row.totalEvaluations) : 'no answers'}</td>
      </tr>
    ))}
  </Table>
)
