import { sayChance, sayDifference, sayLift, sayMean, sayP } from '../../../format/lift.ts'
import { count, figures } from '../../../format/number.ts'
import { Table } from '../../../ui/table.tsx'
import type { Shown } from '../shown.ts'
import { groupsOf } from './groups.ts'

const heads = [
  'Metric',
  'Variant',
  'Units counted',
  'Mean',
  'Deviation',
  'Difference',
  'Lift from',
  'to',
  'p',
  <span key="chance" title="A belief; it decides nothing">
    Chance to be better
  </span>,
  'Verdict',
]

/** Everything that is known of each variant by each metric, control too, for those who work it out again. */
export const Numbers = (shown: Shown) => (
  <div className="numbers">
    <Table label="Numbers" heads={heads}>
      {groupsOf(shown).flatMap(({ rows }) =>
        rows.flatMap(({ metric, definition, variant, result, control, says, isFirst }) => {
          const kind = definition?.kind
          const name = <bdi>{definition?.name ?? metric.key}</bdi>
          const { n, mean, deviation, difference, lift, p, chance } = result
          return [
            ...(isFirst && control
              ? [
                  <tr key={`${metric.key} control`}>
                    <td className="desc">{name}</td>
                    <td>
                      <code>{shown.experiment.control}</code>
                    </td>
                    <td className="num">{count(control.n)}</td>
                    <td className="num">{sayMean(kind, control.mean)}</td>
                    <td className="num">{control.deviation === null ? '–' : figures(control.deviation)}</td>
                    <td colSpan={5} />
                    <td>Control</td>
                  </tr>,
                ]
              : []),
            <tr key={`${metric.key} ${variant}`}>
              <td className="desc">{name}</td>
              <td>
                <code>{variant}</code>
              </td>
              <td className="num">{count(n)}</td>
              <td className="num">{sayMean(kind, mean)}</td>
              <td className="num">{deviation === null ? '–' : figures(deviation)}</td>
              <td className="num">{difference ? sayDifference(kind, difference.value) : '–'}</td>
              <td className="num">{lift ? sayLift(lift.low) : '–'}</td>
              <td className="num">{lift ? sayLift(lift.high) : '–'}</td>
              <td className="num">{p === undefined ? '–' : sayP(p)}</td>
              <td className="num">{chance === undefined ? '–' : sayChance(chance)}</td>
              <td>{says}</td>
            </tr>,
          ]
        }),
      )}
    </Table>
  </div>
)
