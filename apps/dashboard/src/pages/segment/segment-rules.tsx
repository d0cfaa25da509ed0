import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { insertRule, newRule } from '../../features/draft/edit.ts'
import { asConfig } from '../../features/draft/segment-rules.ts'
import { problemsUnder, useEditing } from '../../features/rule-editor/editing.ts'
import { focusAt } from '../../features/rule-editor/focus-at.ts'
import { RuleCard } from '../../features/rule-editor/rule-card.tsx'
import { useDrawn } from '../../features/rule-editor/use-drawn.ts'
import { same } from '../../format/same.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { SegmentEditing } from './use-segment-editing.ts'

type SegmentRulesProps = { state: SegmentEditing; answeredBy: string | undefined }

/** The rules for people on neither list. They are evaluated in order, which makes no difference to who is in. */
export const SegmentRules = ({ state, answeredBy }: SegmentRulesProps) => {
  const { edit, because } = useEditing()
  const { config, base, live, problems } = state
  const ids = useSameOrder(config.rules.map(({ id }) => id))
  const were = new Map(base.rules.map((rule) => [rule.id, rule]))
  const drawn = useDrawn(ids.length)
  const add = () => {
    edit((now) => insertRule(now, newRule(asConfig([]), 'boolean'), now.rules.length))
    focusAt(`rules[${config.rules.length}].name`)
  }
  return (
    <section aria-labelledby="rules">
      <div className="seg-title">
        <h2 id="rules">Rules</h2>
        <p>Who is on neither list is in where any of these holds.</p>
      </div>
      <ol className="rules" aria-label="Rules">
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          {config.rules.map((rule, at) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              at={at}
              of={ids.length}
              was={were.get(rule.id)}
              isNew={live !== null && !were.has(rule.id)}
              answers={answeredBy === rule.id}
              isDrawn={at < drawn}
              problems={problemsUnder(problems, `rules[${at}]`)}
            />
          ))}
        </SortableContext>
        <li className="rule">
          <div className="pole" />
          <article className="card otherwise" aria-label="Everyone else">
            <span className="text-ink-3">
              {config.rules.length === 0 ? 'Without rules only the lists decide' : 'Everyone else is not in'}
            </span>
            <Button kind="ghost" size="sm" className="ml-auto" because={because} onClick={add}>
              <Plus size={16} strokeWidth={1.5} aria-hidden />
              Rule
            </Button>
          </article>
        </li>
      </ol>
    </section>
  )
}

/** Keeps the same array while the ids are equal: everything that depends on it would render again. */
const useSameOrder = (ids: string[]): string[] => {
  const [known, setKnown] = useState(ids)
  if (same(known, ids)) return known
  setKnown(ids)
  return ids
}
