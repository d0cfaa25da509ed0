import type { FlagConfig } from '@bunting/engine'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { flagVersionQuery } from '../../api/flag-versions.ts'
import type { Change } from '../../features/diff/changes/change.ts'
import { Tag } from '../../ui/tag.tsx'
import type { ConfigProps } from './proposal-props.ts'
import { undoneBy } from './undone-by.ts'
import { useMadeVersion } from './use-made-version.ts'

/** The versions since the proposer looked, and the changes that an approval would undo. */
export type MovedOnSince = { base: number; current: number; undone: readonly Change[] }

export type Sides = {
  isLoading: boolean
  before: FlagConfig | null
  after: FlagConfig
  heads: readonly [before: string, after: string]
  /** The version that an approval would create. */
  next: number
  /** The version that the proposer saw; the config is null for nothing, and undefined while it loads. */
  base: { version: number; config: FlagConfig | null | undefined }
  current: { version: number; createdAt: string } | undefined
  /** The version that it became, once approved. */
  made: number | undefined
  movedOn: MovedOnSince | undefined
  remark(change: Change): ReactNode
  /** The choice between comparing with the live version and with the base, if they differ. */
  against:
    | { value: 'now' | 'base'; choose(value: 'now' | 'base'): void; nowLabel: string; baseLabel: string }
    | undefined
}

const nameOf = (version: number): string => (version === 0 ? 'nothing' : `version ${version}`)

/**
 * The two configs to compare. A pending proposal is compared with the live version (or with the one that its proposer saw),
 * an approved one with the version before the one it became, a rejected one with the version that its proposer saw.
 */
export const useSides = ({ projectId, proposal, flag, environment }: ConfigProps): Sides => {
  const [against, setAgainst] = useState<'now' | 'base'>('now')
  const { status, proposedConfig } = proposal
  const flagRef = { projectId, flagKey: flag.key, envId: environment.id }
  const current = flag.versions[environment.id]
  const latest = current?.version ?? 0
  // The version that the proposer saw. If its number is too high, the latest is used.
  const base = Math.min(proposedConfig.version, latest)
  const made = useMadeVersion(flagRef, proposal)
  const isPending = status === 'pending'
  const wanted = isPending ? base : status === 'approved' ? (made ?? 0) - 1 : base
  const { data: loaded } = useQuery({
    ...flagVersionQuery(flagRef, wanted),
    enabled: wanted > 0 && !(isPending && base === latest),
  })
  const old = wanted === latest ? current?.config : loaded?.config
  const isLoading = wanted > 0 ? old === undefined : status === 'approved' && made === undefined

  const hasMoved = isPending && base !== latest && (base === 0 || old !== undefined)
  const undone = useMemo(
    () => (hasMoved && current ? undoneBy(old ?? null, current.config, proposedConfig) : []),
    [hasMoved, old, current, proposedConfig],
  )
  const undoneKeys = new Set(undone.map(({ key }) => key))
  const isNow = isPending && against === 'now'
  const next = isPending ? latest + 1 : (made ?? base + 1)
  const beforeVersion = isNow ? latest : Math.max(wanted, 0)
  return {
    isLoading: isNow ? false : isLoading,
    before: isNow ? (current?.config ?? null) : (old ?? null),
    after: useMemo(() => ({ ...proposedConfig, version: next }), [proposedConfig, next]),
    heads: [
      `${isNow ? 'Now' : 'Before'}, ${nameOf(beforeVersion)}`,
      isPending || made !== undefined ? `After, version ${next}` : 'As proposed',
    ],
    next,
    base: { version: base, config: base === 0 ? null : wanted === base ? old : undefined },
    current,
    made,
    movedOn: hasMoved ? { base, current: latest, undone } : undefined,
    remark: ({ key }) =>
      isNow && undoneKeys.has(key) ? (
        <Tag kind="warn">
          <Undo2 size={13} strokeWidth={1.75} aria-hidden />
          {latest - base === 1 ? `Undoes version ${latest}` : `Undoes a change since version ${base}`}
        </Tag>
      ) : undefined,
    against: hasMoved
      ? {
          value: against,
          choose: setAgainst,
          nowLabel: `Against version ${latest}`,
          baseLabel: base === 0 ? 'Against the base, nothing' : `Against the base, ${base}`,
        }
      : undefined,
  }
}
