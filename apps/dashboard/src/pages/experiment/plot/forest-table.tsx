import { Fragment, useState } from 'react'
import { type Axis, fitAxis } from '../../../features/experiments/axis.ts'
import { AxisTicks } from '../../../features/experiments/forest.tsx'
import { percent } from '../../../format/number.ts'
import { ForestRow } from './forest-row.tsx'
import { type Group, groupsOf, toleranceOf } from './groups.ts'
import './forest-table.css'
import type { Shown } from '../shown.ts'
import { OverDays } from './over-days.tsx'
import { PlotKey } from './plot-key.tsx'

/** The plot is a table: whoever does not see the drawings has the same figures beside them. */
export const ForestTable = (shown: Shown) => {
  const { experiment } = shown
  const [opened, setOpened] = useState<string>()
  const groups = groupsOf(shown)
  const [primary] = groups
  const effects = axisOf(primary, [experiment.minimumEffect, -experiment.minimumEffect])
  return (
    <div className="forest-card">
      <table className="forest-table">
        <caption className="sr-only">
          Lift of each variant over {experiment.control}, with {percent(experiment.confidence * 100)} intervals
        </caption>
        <colgroup>
          <col className="of-metric" />
          <col className="of-variant" />
          <col className="of-mean" />
          <col />
          <col className="of-lift" />
          <col className="of-outcome" />
          <col className="of-more" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Variant</th>
            <th scope="col">{experiment.control}, then the variant</th>
            <th scope="col">Plot</th>
            <th scope="col">Lift</th>
            <th scope="col">Verdict</th>
            <th scope="col">Over days</th>
          </tr>
        </thead>
        {groups.map((group) => {
          const isGuard = group.name === 'Guardrails'
          const axis = isGuard
            ? axisOf(
                group,
                group.rows.flatMap((row) => toleranceOf(row) ?? []),
              )
            : effects
          return (
            <tbody key={group.name}>
              <tr className="group-head">
                <th scope="colgroup" colSpan={3}>
                  <b>{group.name}</b> {group.hint}
                </th>
                <td className="plot">
                  <AxisTicks axis={axis} />
                </td>
                <td colSpan={3} className="rest" />
              </tr>
              {group.rows.map((row) => {
                const id = `${row.metric.key} ${row.variant}`
                const isOpen = opened === id
                return (
                  <Fragment key={id}>
                    <ForestRow
                      row={row}
                      axis={axis}
                      same={group === primary ? experiment.minimumEffect : undefined}
                      isOpen={isOpen}
                      onToggle={() => setOpened(isOpen ? undefined : id)}
                    />
                    {isOpen && (
                      <tr className="over-days">
                        <td colSpan={7}>
                          <OverDays experiment={experiment} row={row} />
                        </td>
                      </tr>
                    )}
                  </Fragment>
                )
              })}
            </tbody>
          )
        })}
      </table>
      <PlotKey minimumEffect={experiment.minimumEffect} hasGuardrails={experiment.guardrails.length > 0} />
    </div>
  )
}

const axisOf = (group: Group | undefined, others: readonly number[]): Axis =>
  fitAxis([...(group?.rows ?? []).flatMap(({ result: { lift } }) => (lift ? [lift.low, lift.high] : [])), ...others])
