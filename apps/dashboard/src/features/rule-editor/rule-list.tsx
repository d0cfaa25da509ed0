import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { same } from '../../format/same.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { insertRule, newRule, newRulePlace } from '../draft/edit.ts'
import { byId } from '../draft/parts.ts'
import { sayUnreached } from '../draft/unreachable.ts'
import { type Edited, ProblemsContext, problemsUnder, useEditing } from './editing.ts'
import { focusAt } from './focus-at.ts'
import { RuleCard } from './rule-card.tsx'
import { RulesBar } from './rules-bar.tsx'
import { useDrawn } from './use-drawn.ts'
import { useSame } from './use-same.ts'
import { ValueInput } from './values/value-input.tsx'

/** The number of rules from which a switch changes without motion: see editor.css. */
const many = 20

/** The rules in the order of evaluation, and the default for everyone else. */
export const RuleList = ({ config, base, problems, answeredBy }: Edited & { answeredBy: string | undefined }) => {
  const { edit, because, type } = useEditing()
  const ids = useSame(config.rules.map(({ id }) => id))
  const were = useMemo(() => base && byId(base), [base])
  const drawn = useDrawn(ids.length)
  const latest = useRef(config.rules)
  useEffect(() => {
    latest.current = config.rules
  }, [config.rules])
  const readRules = useCallback(() => latest.current, [])
  const unreached = useMemo(() => sayUnreached(config.rules), [config.rules])
  return (
    <>
      <RulesBar ids={ids} readRules={readRules} />
      <ol className={classes('rules', ids.length >= many && 'many')} aria-label="Rules">
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          {config.rules.map((rule, at) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              at={at}
              of={ids.length}
              was={were?.get(rule.id)}
              isNew={were !== null && !were.has(rule.id)}
              answers={answeredBy === rule.id}
              unreached={unreached[at]}
              isDrawn={at < drawn}
              problems={problemsUnder(problems, `rules[${at}]`)}
            />
          ))}
        </SortableContext>
        <li className="rule">
          <div className="pole" />
          <article className="card otherwise" aria-label="Default">
            <span className="text-ink-3">{config.rules.length === 0 ? 'Everyone gets' : 'Everyone else gets'}</span>
            <ProblemsContext value={problems}>
              <ValueInput
                label="Default value"
                value={config.defaultValue}
                onChange={(defaultValue) => edit((now) => ({ ...now, defaultValue }))}
                path="defaultValue"
                isNew={base !== null && !same(base.defaultValue, config.defaultValue)}
              />
            </ProblemsContext>
            <Button
              kind="ghost"
              size="sm"
              className="ml-auto"
              because={because}
              onClick={() => {
                edit((now) => insertRule(now, newRule(now, type), newRulePlace(now)))
                focusAt(`rules[${newRulePlace(config)}].name`)
              }}
            >
              <Plus size={16} strokeWidth={1.5} aria-hidden />
              Rule
            </Button>
          </article>
        </li>
      </ol>
    </>
  )
}
