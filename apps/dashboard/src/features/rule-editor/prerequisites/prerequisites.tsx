import type { PrerequisiteExplanation } from '@bunting/engine'
import { Link } from '@tanstack/react-router'
import { Lock, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { FlagRef } from '../../../api/flag-versions.ts'
import { useFlag, useFlags } from '../../../api/flags.ts'
import { same } from '../../../format/same.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Picker } from '../../../ui/controls/picker.tsx'
import { addPrerequisite, findDependants, removePrerequisite } from '../../draft/prerequisites.ts'
import { type Edited, ProblemsContext, useEditing } from '../editing.ts'
import { focusPart } from '../focus-at.ts'
import { Answered, type Asking, NeedsChain } from './needs-chain.tsx'
import { PrerequisiteAnswers } from './prerequisite-answers.tsx'
import './prerequisites.css'
import { TokenProblem } from '../conditions/token.tsx'

type PrerequisitesProps = Edited & {
  flagRef: FlagRef
  /** The person in Try it; undefined if there is none. */
  asking: Asking | undefined
  /** The answers of the prerequisites to them. */
  answers: readonly PrerequisiteExplanation[] | undefined
}

/** The prerequisites of this flag, which are checked before any rule, each with its own prerequisites. */
export const Prerequisites = ({ config, base, problems, flagRef, asking, answers }: PrerequisitesProps) => {
  const { because, edit } = useEditing()
  const { prerequisites = [] } = config
  if (prerequisites.length === 0) return null
  return (
    <ProblemsContext value={problems}>
      <ul className="needs" aria-label="Prerequisites">
        {prerequisites.map(({ flagKey, values }, at) => (
          <li key={flagKey} data-part={`prerequisites[${at}]`}>
            <div className="cond">
              <div className="line">
                <span className="text-ink-3">Needs</span>
                <FlagLink flagKey={flagKey} />
                <span className="text-ink-3">to answer</span>
                <PrerequisiteAnswers
                  flagKey={flagKey}
                  values={values}
                  were={base?.prerequisites?.find((one) => one.flagKey === flagKey)?.values}
                  isNew={base !== null && !base.prerequisites?.some((one) => same(one, { flagKey, values }))}
                  at={at}
                />
                <Answered told={asking && answers?.find((one) => one.flagKey === flagKey)} />
                <FlagProblem at={at} problems={problems} />
              </div>
              <IconButton
                name={`Remove prerequisite ${at + 1}, ${flagKey}`}
                because={because}
                className="tok-remove"
                onClick={() => {
                  edit((now) => removePrerequisite(now, flagKey))
                  focusPart(`prerequisites[${Math.max(at - 1, 0)}]`, 'prerequisites')
                }}
              >
                <X size={14} strokeWidth={1.5} aria-hidden />
              </IconButton>
            </div>
            <NeedsChain flagRef={{ ...flagRef, flagKey }} asking={asking} above={[flagRef.flagKey, flagKey]} />
          </li>
        ))}
      </ul>
    </ProblemsContext>
  )
}

const FlagProblem = ({ at, problems }: Pick<Edited, 'problems'> & { at: number }) => (
  <TokenProblem
    id={`prerequisite-${at}`}
    says={problems.find(({ path }) => path === `prerequisites[${at}].flagKey`)?.message}
  />
)

const FlagLink = ({ flagKey }: { flagKey: string }) => {
  const { projectId, environment } = useEditing()
  const { data: flag } = useFlag(projectId, flagKey)
  return (
    <Link
      className="link mono"
      to="/projects/$projectId/flags/$flagKey"
      params={{ projectId, flagKey }}
      search={{ env: environment.slug }}
      title={flag?.name}
    >
      {flagKey}
    </Link>
  )
}

/** Adds a prerequisite. */
export const AddPrerequisite = ({ config, flagRef }: Pick<Edited, 'config'> & { flagRef: FlagRef }) => {
  const { because, locked, edit } = useEditing()
  const [isOpen, setOpen] = useState(false)
  const { items, isComplete } = useFlags(flagRef.projectId, isOpen)
  const closed = because ?? locked
  const size = config.prerequisites?.length ?? 0
  const trigger = (
    <Button kind="ghost" size="sm" because={closed} data-adds="prerequisites">
      {locked === undefined ? (
        <Plus size={16} strokeWidth={1.5} aria-hidden />
      ) : (
        <Lock size={16} strokeWidth={1.5} aria-hidden />
      )}
      Prerequisite
    </Button>
  )
  if (closed !== undefined) return trigger
  const dependants = findDependants(items ?? [], flagRef.envId, flagRef.flagKey)
  const taken = new Set([flagRef.flagKey, ...(config.prerequisites?.map(({ flagKey }) => flagKey) ?? [])])
  const choices = items
    ?.filter(({ key, archivedAt }) => archivedAt === null && !taken.has(key))
    .map(({ key, name, type }) => ({
      key,
      name,
      end: type,
      because: dependants.has(key) ? 'It needs this flag itself.' : undefined,
    }))
  return (
    <Picker
      label="Find a flag that this one needs"
      // Only when all flags are loaded: a flag with unknown prerequisites could make a cycle.
      items={isComplete ? choices : undefined}
      onOpen={() => setOpen(true)}
      onPick={(flagKey) => {
        const isBoolean = items?.find(({ key }) => key === flagKey)?.type === 'boolean'
        edit((now) => addPrerequisite(now, { flagKey, values: isBoolean ? [true] : [] }))
        focusPart(`prerequisites[${size}]`)
      }}
      trigger={trigger}
    />
  )
}
