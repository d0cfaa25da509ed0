import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type Dispatch, memo, type Ref, type SetStateAction, useCallback, useMemo, useRef, useState } from 'react'
import { changesBetween } from '../../features/diff/changes/changes-between.ts'
import { DiffInWords } from '../../features/diff/diff-in-words.tsx'
import { sayChanges } from '../../features/diff/words/words.ts'
import { selectTo } from '../../features/flags/select-flags.ts'
import { classes } from '../../ui/classes.ts'
import { Checkbox } from '../../ui/controls/field.tsx'
import { Pennant } from '../../ui/pennants/pennant.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'
import { useWindowRows } from '../../ui/use-window-rows.ts'
import type { Difference } from './differences.ts'

type DifferencesProps = {
  projectId: string
  from: Environment
  to: Environment
  differences: readonly Difference[]
  ticked: ReadonlySet<string>
  onTick: Choose
  /** Why nothing can be promoted. */
  because: string | undefined
}

/** Sets the next selection from the current one. */
type Choose = Dispatch<SetStateAction<ReadonlySet<string>>>

type Tick = (flagKey: string, on: boolean, isRange: boolean) => void

const choosing =
  (keys: readonly string[], isIn: boolean) =>
  (now: ReadonlySet<string>): ReadonlySet<string> => {
    const others = now.difference(new Set(keys))
    return isIn ? others.union(new Set(keys)) : others
  }

const rowHeight = 60
const keyOf = ({ flag }: Difference): string => flag.key

/** One line per flag, with its state in both environments and the changes between; the full diff opens below. */
export const FlagDifferences = ({ differences, ticked, onTick, because, ...flagRef }: DifferencesProps) => {
  const list = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { items, measure, before, after } = useWindowRows({
    rows: differences,
    keyOf,
    estimate: () => rowHeight,
    body: list,
  })
  const promotable = useMemo(() => differences.filter(({ source }) => source).map(keyOf), [differences])
  const last = useRef<string>(undefined)
  /** With Shift, selects all from the previous one to this one, as in the list of flags. */
  const tick: Tick = useCallback(
    (flagKey, on, isRange) => {
      const from = isRange ? last.current : undefined
      last.current = flagKey
      onTick((now) => selectTo(now, promotable, { id: flagKey, on, from }))
    },
    [promotable, onTick],
  )
  const isAll = promotable.length > 0 && promotable.every((key) => ticked.has(key))
  if (differences.length === 0) return null
  return (
    <>
      <div className="differences-head">
        {because === undefined && (
          <Checkbox checked={isAll} onChange={(event) => onTick(choosing(promotable, event.target.checked))}>
            <span className="every">Every flag that can be promoted</span>
          </Checkbox>
        )}
        <span>Flag</span>
        <span dir="auto">{flagRef.from.name}</span>
        <span dir="auto">{flagRef.to.name}</span>
        <span>What it would change in {isolate(flagRef.to.name)}</span>
      </div>
      <ul ref={list} className={classes('differences', because !== undefined && 'looked-at')} aria-label="Flags">
        {before > 0 && <li aria-hidden style={{ height: before }} />}
        {items.map(({ index, key }) => {
          const difference = differences[index]
          if (!difference) return null
          const flagKey = difference.flag.key
          return (
            <Row
              key={key}
              {...flagRef}
              difference={difference}
              index={index}
              measure={measure}
              isTicked={because === undefined ? ticked.has(flagKey) : undefined}
              onTick={tick}
              isOpen={open.has(flagKey)}
              onOpen={setOpen}
            />
          )
        })}
        {after > 0 && <li aria-hidden style={{ height: after }} />}
      </ul>
    </>
  )
}

type RowProps = {
  projectId: string
  from: Environment
  to: Environment
  difference: Difference
  index: number
  measure: Ref<HTMLLIElement>
  /** Undefined if nothing can be promoted. */
  isTicked: boolean | undefined
  onTick: Tick
  isOpen: boolean
  onOpen: Choose
}

const Row = memo(({ projectId, from, to, difference, index, measure, isTicked, onTick, isOpen, onOpen }: RowProps) => {
  const { flag, source, target } = difference
  const says = useMemo(() => sayDifference(difference, from), [difference, from])
  return (
    <li ref={measure} data-index={index}>
      <div className="line">
        {isTicked !== undefined && (
          <Checkbox
            aria-label={`Promote ${isolate(flag.name)}`}
            checked={isTicked && source !== undefined}
            disabled={source === undefined}
            onChange={({ target, nativeEvent }) =>
              onTick(flag.key, target.checked, (nativeEvent as MouseEvent).shiftKey)
            }
          />
        )}
        <span className="flag">
          <Link
            to="/projects/$projectId/flags/$flagKey"
            params={{ projectId, flagKey: flag.key }}
            search={{ env: to.slug }}
          >
            <bdi>{flag.name}</bdi>
          </Link>
          <code>{flag.key}</code>
        </span>
        <State environment={from} config={source?.config} />
        <State environment={to} config={target?.config} />
        <button
          type="button"
          className="what"
          aria-expanded={isOpen}
          onClick={() => onOpen(choosing([flag.key], !isOpen))}
        >
          <ChevronRight size={16} strokeWidth={1.5} aria-hidden />
          <span dir="auto">{says}</span>
        </button>
      </div>
      {isOpen && (
        <div className="opened">
          {source ? (
            <DiffInWords
              before={target?.config ?? null}
              after={source.config}
              color={to.color}
              heads={[
                target ? `${to.name}, version ${target.version}` : `${to.name}, nothing`,
                `${from.name}, version ${source.version}`,
              ]}
            />
          ) : (
            <p>
              {from.name} has no version of it, so there is nothing to promote. The other way round there is: swap the
              two.
            </p>
          )}
        </div>
      )}
    </li>
  )
})

const State = ({ environment, config }: { environment: Environment; config: Parameters<typeof pennantState>[0] }) => {
  const state = pennantState(config)
  return (
    <span className="state">
      <Pennant environment={environment} state={state} line />
      <span>
        <span className="where" dir="auto">
          {environment.name}:{' '}
        </span>
        {sayState(state)}
      </span>
    </span>
  )
}

const sayDifference = ({ source, target }: Difference, from: Environment): string => {
  if (!source) return `Only there: ${isolate(from.name)} has no version`
  const { changes } = changesBetween(target?.config ?? null, source.config)
  return changes.length === 0 ? 'Written in another order, with the same answers' : sayChanges(changes)
}
