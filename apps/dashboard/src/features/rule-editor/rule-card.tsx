import type { Rule } from '@bunting/engine'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Lock, Plus, Split as SplitIcon, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { plural } from '../../format/number.ts'
import { classes } from '../../ui/classes.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { envColor } from '../../ui/pennants/pennant.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ruleChanges } from '../diff/changes/rule-changes.ts'
import { changeRule, withField } from '../draft/edit.ts'
import { Answer, BucketBy } from './answer.tsx'
import { AddCondition } from './conditions/add-condition.tsx'
import { Conditions } from './conditions/conditions.tsx'
import { TokenInput } from './conditions/token.tsx'
import { type EditedRule, ProblemsContext, type ShownProblem, useEditing } from './editing.ts'
import { focusAt } from './focus-at.ts'
import { setFolded, useFolded } from './folded.ts'
import { RuleMenu } from './rule-menu.tsx'
import { RuleSummary } from './rule-summary.tsx'
import { KeptAssignment } from './shares/kept-assignment.tsx'
import { Rollout } from './shares/rollout.tsx'
import { splitVariants } from './shares/split.tsx'

type Shown = Omit<EditedRule, 'path' | 'change'>

type RuleCardProps = Shown & {
  problems: readonly ShownProblem[]
  /** This rule gives the answer to the context in Try it. */
  answers: boolean
  /** Why the rule never answers, if so. */
  unreached?: string | undefined
  /** The rule is rendered in full; until then it is a summary in one line. */
  isDrawn: boolean
}

/** A rule: its name, whom it is for and what they get. Typing in another rule does not render it again. */
export const RuleCard = memo(({ problems, answers, unreached, isDrawn, ...shown }: RuleCardProps) => {
  const { rule, at } = shown
  const { environment } = useEditing()
  const sortable = useSortable({ id: rule.id })
  // A folded rule with a problem unfolds.
  const isFolded = useFolded(rule.id) && !problems.some(({ always }) => always)
  return (
    <li
      ref={sortable.setNodeRef}
      className={classes('rule', !rule.enabled && 'off', answers && 'answers', sortable.isDragging && 'dragged')}
      style={{
        transform: CSS.Translate.toString(sortable.transform),
        ...(sortable.transition ? { transition: sortable.transition } : {}),
      }}
    >
      <div className="pole">
        <PoleFlag number={at + 1} />
      </div>
      <article className="card env" style={envColor(environment.color)} aria-label={`Rule ${at + 1}`}>
        <ProblemsContext value={problems}>
          <RuleHead shown={shown} sortable={sortable} isFolded={isFolded} />
          {unreached !== undefined && rule.enabled && (
            <p className="unreached">
              <TriangleAlert size={14} strokeWidth={1.5} aria-hidden />
              {unreached}
            </p>
          )}
          {isFolded || !isDrawn ? <RuleSummary rule={rule} /> : <RuleBody {...shown} />}
        </ProblemsContext>
      </article>
    </li>
  )
})

const useEditedRule = (shown: Shown): EditedRule => {
  const { edit } = useEditing()
  const { rule, at } = shown
  return {
    ...shown,
    path: `rules[${at}]`,
    change: (next) => edit((now) => changeRule(now, rule.id, () => next)),
  }
}

/** Memoized apart from its card, which renders whenever any rule is dragged, added or measured. */
const RuleBody = memo((shown: Shown) => {
  const { gives } = useEditing()
  const edited = useEditedRule(shown)
  return (
    <div className="rule-body">
      <Conditions edited={edited} />
      <More edited={edited} />
      {gives && (
        <>
          <Rollout edited={edited} />
          <KeptAssignment edited={edited} />
          <Answer edited={edited} />
          <BucketBy edited={edited} />
        </>
      )}
    </div>
  )
})

const PoleFlag = ({ number }: { number: number }) => (
  <svg width="30" height="24" viewBox="0 0 30 24" aria-hidden="true">
    <path d="M.75 1L28 12L.75 23Z" />
    <text x={number < 10 ? '9.5' : '8.5'} y="15.8" textAnchor="middle">
      {number}
    </text>
  </svg>
)

type Sortable = Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>

type RuleHeadProps = { shown: Shown; sortable: Sortable; isFolded: boolean }

const RuleHead = ({ shown, sortable, isFolded }: RuleHeadProps) => {
  const { because } = useEditing()
  const edited = useEditedRule(shown)
  const { rule, at, of, path, was, isNew, change } = edited
  const name = rule.name || `Rule ${at + 1}`
  const edits = was ? editsOf(was, rule).length : 0
  return (
    <div className="rule-head">
      <Tooltip says={because}>
        <button
          type="button"
          className="grip"
          ref={sortable.setActivatorNodeRef}
          {...sortable.attributes}
          {...(because === undefined ? sortable.listeners : {})}
          aria-label={`Move rule ${at + 1} of ${of}, ${name}: Space, then arrow keys`}
          aria-disabled={because !== undefined}
        >
          <Dots />
        </button>
      </Tooltip>
      <IconButton
        name={`${isFolded ? 'Expand' : 'Collapse'} rule ${at + 1}`}
        className="fold"
        aria-expanded={!isFolded}
        data-rule={rule.id}
        onClick={() => setFolded([rule.id], !isFolded)}
      >
        <Icon of="down" size={14} />
      </IconButton>
      <TokenInput
        label={`Name of rule ${at + 1}`}
        className="rule-name"
        placeholder={`Rule ${at + 1}`}
        value={rule.name}
        onChange={(next) => change({ ...rule, name: next })}
        path={`${path}.name`}
      />
      {was && was.enabled !== rule.enabled && (
        <span className="soft">{rule.enabled ? 'on, was off' : 'off, was on'}</span>
      )}
      {isNew && <Tag kind="accent">new</Tag>}
      {was && edits > 0 && <Tag kind="accent">{plural(edits, 'edit')}</Tag>}
      <span className="end">
        <Switch
          label={`${name}: on`}
          checked={rule.enabled}
          because={because}
          onChange={(enabled) => change({ ...rule, enabled })}
        />
        <RuleMenu edited={edited} />
      </span>
    </div>
  )
}

const editsOf = (was: Rule, rule: Rule) =>
  ruleChanges({ before: { rule: was, index: 0 }, after: { rule, index: 0 }, moved: false })

const Dots = () => (
  <svg width="8" height="14" viewBox="0 0 8 14" aria-hidden="true">
    <path d="M1.5 2h0M6.5 2h0M1.5 7h0M6.5 7h0M1.5 12h0M6.5 12h0" />
  </svg>
)

/** The buttons that add what a rule does not have yet. */
const More = ({ edited }: { edited: EditedRule }) => {
  const { rule, path, change } = edited
  const { because, locked, gives, type, variants: own } = useEditing()
  const variants = splitVariants(type, own)
  const closed = because ?? locked
  return (
    <div className="rule-foot">
      <AddCondition edited={edited} />
      {gives && rule.rolloutPercentage === undefined && (
        <Button
          kind="ghost"
          size="sm"
          because={closed}
          onClick={() => {
            change(withField(rule, 'rolloutPercentage', 50))
            focusAt(`${path}.rolloutPercentage`)
          }}
        >
          <GatedIcon locked={locked} icon={Plus} />
          Rollout
        </Button>
      )}
      {gives && !rule.distribution && (
        <Button
          kind="ghost"
          size="sm"
          because={closed ?? (variants.length < 2 ? 'A split needs two variants: add them below.' : undefined)}
          onClick={() => change(splitEvenly(rule, variants))}
        >
          <GatedIcon locked={locked} icon={SplitIcon} />
          Split
        </Button>
      )}
    </div>
  )
}

const GatedIcon = ({ locked, icon: Icon }: { locked: string | undefined; icon: typeof Plus }) =>
  locked === undefined ? (
    <Icon size={16} strokeWidth={1.5} aria-hidden />
  ) : (
    <Lock size={16} strokeWidth={1.5} aria-hidden />
  )

const splitEvenly = ({ value: _, ...rule }: Rule, variants: readonly { key: string }[]): Rule => ({
  ...rule,
  distribution: variants.map(({ key }) => ({ variant: key, weight: 1 })),
})
