import { isolate } from '@bunting/contract/text'
import { isOfSegments, keysOf, type SegmentCondition, type SegmentOperator } from '@bunting/engine'
import { Link } from '@tanstack/react-router'
import { Plus, Users, X } from 'lucide-react'
import { useId } from 'react'
import { type SegmentInList, sizeIn, useSegments } from '../../api/segments.ts'
import { saySize } from '../../format/say-size.ts'
import { classes } from '../../ui/classes.ts'
import { Picker, type PickerItem } from '../../ui/controls/picker.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { ConditionActions } from './conditions/condition-actions.tsx'
import { type EditedCondition, useEditing, useProblemAt } from './editing.ts'
import { focusAt } from './focus-at.ts'
import './segment-line.css'
import { TokenProblem, TokenSelect } from './conditions/token.tsx'

const words = (many: boolean): { value: SegmentOperator; label: string }[] => [
  { value: 'in_segment', label: many ? 'is in one of the segments' : 'is in the segment' },
  { value: 'not_in_segment', label: many ? 'is in none of the segments' : 'is not in the segment' },
]

/** A condition on segments: each segment is a token, with its size. */
export const SegmentLine = (one: EditedCondition<SegmentCondition>) => {
  const { condition, name, path, was, edited, change } = one
  const { projectId, environment, because } = useEditing()
  const { items } = useSegments(projectId, true)
  const id = useId()
  const keys = keysOf(condition)
  const problem = useSegmentProblem(`${path}.value`, keys.length)
  const old = was && isOfSegments(was) ? was : undefined
  const had = new Set(old ? keysOf(old) : edited.was ? [] : keys)
  const set = (next: readonly string[]) =>
    change({ ...condition, value: next.length === 1 && next[0] !== undefined ? next[0] : next })
  return (
    <div className="cond">
      <div className="line">
        <TokenSelect
          label={`Operator of ${name}`}
          className={old && old.operator !== condition.operator ? 'op new' : 'op'}
          value={condition.operator}
          options={words(keys.length > 1)}
          onChange={(operator) => change({ ...condition, operator: operator as SegmentOperator })}
        />
        {keys.map((key) => (
          <SegmentToken
            key={key}
            segmentKey={key}
            segment={items?.find((segment) => segment.key === key)}
            isNew={!had.has(key)}
            onRemove={() => {
              set(keys.filter((other) => other !== key))
              focusAt(`${path}.value`)
            }}
          />
        ))}
        {because === undefined && (
          <Picker
            label="Find a segment"
            items={items && choicesOf(items, keys, environment)}
            onPick={(key) => set([...keys, key])}
            trigger={
              <button
                type="button"
                className={classes('tok add', problem !== undefined && 'wrong')}
                aria-label={`Add a segment to ${name}`}
                aria-describedby={problem === undefined ? undefined : id}
                data-path={`${path}.value`}
              >
                <Plus size={14} strokeWidth={1.5} aria-hidden />
                {keys.length === 0 && 'segment'}
              </button>
            }
          />
        )}
        <TokenProblem id={id} says={problem} />
      </div>
      <ConditionActions {...one} />
    </div>
  )
}

/** The problem of the segments. The server names the refused one by its index: `value[1]`. */
const useSegmentProblem = (path: string, size: number): string | undefined => {
  const own = useProblemAt(path, size > 0)
  const first = useProblemAt(`${path}[0]`, true)
  return own ?? first
}

type SegmentTokenProps = {
  segmentKey: string
  segment: SegmentInList | undefined
  isNew: boolean
  onRemove(): void
}

const SegmentToken = ({ segmentKey, segment, isNew, onRemove }: SegmentTokenProps) => {
  const { projectId, environment, because } = useEditing()
  const size = segment && sayIn(segment, environment.id)
  return (
    <span className={classes('tok val segment', isNew && 'new')}>
      <Users size={12} strokeWidth={1.5} aria-hidden />
      <Tooltip says={segment && segment.name !== segmentKey ? segment.name : undefined}>
        <Link
          className="chip-text"
          to="/projects/$projectId/segments/$segmentKey"
          params={{ projectId, segmentKey }}
          search={{ env: environment.slug }}
        >
          {segmentKey}
        </Link>
      </Tooltip>
      {size !== undefined && <small>{size}</small>}
      {because === undefined && (
        <button type="button" className="x" aria-label={`Remove ${segmentKey}`} onClick={onRemove}>
          <X size={12} strokeWidth={1.5} aria-hidden />
        </button>
      )}
    </span>
  )
}

const sayIn = (segment: SegmentInList, envId: string): string => {
  if (segment.archivedAt !== null) return 'archived'
  const size = sizeIn(segment, envId)
  return size ? saySize({ ...size, excluded: 0 }) : 'nothing saved here'
}

/** The segments to pick from. Those that the server would refuse cannot be picked, and say why. */
const choicesOf = (
  segments: readonly SegmentInList[],
  taken: readonly string[],
  environment: { id: string; name: string },
): PickerItem[] =>
  segments
    .filter(({ archivedAt, key }) => archivedAt === null && !taken.includes(key))
    .map((segment) => ({
      key: segment.key,
      name: segment.name,
      end: sayIn(segment, environment.id),
      because: segment.versions[environment.id]
        ? undefined
        : `Nothing is saved of it in ${isolate(environment.name)} yet.`,
    }))
