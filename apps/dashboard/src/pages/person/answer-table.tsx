import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { EqualNot } from 'lucide-react'
import { memo, type Ref, useRef } from 'react'
import { sayValue } from '../../format/say-value.ts'
import { classes } from '../../ui/classes.ts'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { useWindowRows } from '../../ui/use-window-rows.ts'
import { type AnswerOf, type AnswerRow, isOther } from './rows.ts'
import '../../ui/table.css'
import type { Asked } from './why.tsx'

/** Narrow screens: there a row has one line per environment, which matters for the estimate of its height. */
const narrow = matchMedia('(width <= 760px)')
const keyOf = ({ key }: AnswerRow): string => key

type AnswerTableProps = {
  environments: readonly Environment[]
  rows: readonly AnswerRow[]
  onAsk(asked: Asked): void
}

/** A table of flags by environments, of which only the rows near the viewport are rendered. */
export const AnswerTable = ({ environments, rows, onAsk }: AnswerTableProps) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const estimate = () => (narrow.matches ? 48 + 28 * environments.length : 48)
  const { items, measure, before, after } = useWindowRows({ rows, keyOf, estimate, body })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="tbl-wrap pushed" aria-label="Answers" tabIndex={0}>
      <table className="answer-table" aria-label="Answers" aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="c-flag">
              Flag
            </th>
            {environments.map((environment) => (
              <th key={environment.id} scope="col">
                <EnvName environment={environment} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap height={before} columns={environments.length + 1} />
          {items.map(({ index, key }) => {
            const row = rows[index]
            return (
              row && (
                <Row key={key} row={row} index={index} environments={environments} onAsk={onAsk} measure={measure} />
              )
            )
          })}
          <Gap height={after} columns={environments.length + 1} />
        </tbody>
      </table>
    </section>
  )
}

type RowProps = {
  row: AnswerRow
  index: number
  environments: readonly Environment[]
  onAsk(asked: Asked): void
  measure: Ref<HTMLTableRowElement>
}

const Row = memo(({ row, index, environments, onAsk, measure }: RowProps) => (
  <tr ref={measure} data-index={index} aria-rowindex={index + 2} className={classes(row.differs && 'differing')}>
    <th scope="row" className="c-flag">
      <span className="name">
        {row.differs && <EqualNot size={14} strokeWidth={1.75} role="img" aria-label="differs:" />}
        <bdi>{row.flag?.name ?? row.key}</bdi>
      </span>
      <code className="key">{row.key}</code>
    </th>
    {environments.map((environment, at) => {
      const answer = row.answers[at]
      return (
        <td key={environment.id} className={classes(isOther(answer, row.answers[0]) && 'other')}>
          <EnvName environment={environment} />
          {answer ? (
            <button type="button" onClick={() => onAsk({ row, environment, answer })}>
              <span className="sr-only">{environment.name}: </span>
              <code dir="auto">{sayAnswer(answer)}</code>
              <small dir="auto">{sayReason(answer, row, environment)}</small>
              <span className="sr-only">Why?</span>
            </button>
          ) : (
            <span className="none">no version</span>
          )}
        </td>
      )
    })}
  </tr>
))

const sayAnswer = ({ value }: AnswerOf): string => (value === null ? 'nothing' : sayValue(value))

/** The reason in a word or two; a press shows the rest. */
const sayReason = ({ reason, ruleId, prerequisite }: AnswerOf, { flag }: AnswerRow, { id }: Environment): string => {
  if (reason === 'DISABLED') return prerequisite === undefined ? 'off' : `off by ${isolate(prerequisite)}`
  if (reason === 'DEFAULT') return 'default'
  if (ruleId === undefined) return 'an error'
  const rules = flag?.versions[id]?.config.rules ?? []
  const at = rules.findIndex((rule) => rule.id === ruleId)
  const name = rules[at]?.name ?? ''
  return name === '' ? (at < 0 ? 'a rule' : `rule ${at + 1}`) : isolate(name)
}

/** The space of rows that are not rendered. */
const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr className="gap" aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null
