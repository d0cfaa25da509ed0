import type { Environment, HistoricFlagVersion } from '@bunting/contract'
import { useRef } from 'react'
import { useNames } from '../../../data/actors.ts'
import type { FlagPlace } from '../../../data/flag-versions.ts'
import { useFlagProposals } from '../../../data/proposals.ts'
import { Button } from '../../../parts/button.tsx'
import { useKeys } from '../../../shell/use-keys.ts'
import type { LoadedFlag } from '../use-editing-state.ts'
import type { Compared } from './use-compared.ts'
import { VersionRow } from './version-row.tsx'

type VersionListProps = {
  flag: LoadedFlag
  place: FlagPlace
  environment: Environment
  versions: readonly HistoricFlagVersion[]
  /** The one before the last of them, where more are to come. */
  oldest: HistoricFlagVersion | undefined
  compared: Compared
  onMore: (() => void) | undefined
  isLoadingMore: boolean
}

/** Newest first. The keys a and b choose the version that has the focus, j and k go along. */
export const VersionList = ({
  flag,
  place,
  environment,
  versions,
  oldest,
  compared,
  onMore,
  isLoadingMore,
}: VersionListProps) => {
  const list = useRef<HTMLOListElement>(null)
  const reviewerOf = useReviewers(place)
  const nameOf = useNames([
    ...versions.map(({ createdBy }) => createdBy),
    ...versions.map(({ proposalId }) => reviewerOf(proposalId)),
  ])
  const focused = () => Number(document.activeElement?.closest<HTMLElement>('[data-version]')?.dataset.version)
  const move = (step: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-version] .pick-version') ?? [])]
    const at = rows.findIndex((row) => row.closest('[data-version]')?.contains(document.activeElement) ?? false)
    rows[at < 0 ? 0 : at + step]?.focus()
  }
  const { a, b, compare } = compared
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    // Choosing for one side what the other has swaps them.
    a: () => focused() > 0 && compare(focused(), focused() === b ? (a ?? b) : b),
    b: () => focused() > 0 && compare(focused() === a ? b : a, focused()),
  })
  return (
    <div className="versions">
      <ol ref={list} aria-label="Versions">
        {versions.map((version, index) => (
          <VersionRow
            key={version.version}
            flag={flag}
            place={place}
            environment={environment}
            version={version}
            previous={versions[index + 1] ?? oldest}
            isLive={index === 0}
            by={nameOf(version.createdBy)}
            reviewer={say(reviewerOf(version.proposalId), nameOf)}
            compared={compared}
            latest={versions[0]?.version ?? 0}
          />
        ))}
      </ol>
      {onMore && (
        <Button onClick={onMore} busy={isLoadingMore} className="more">
          Show older versions
        </Button>
      )}
      <p className="keys" aria-hidden>
        <kbd>j</kbd> <kbd>k</kbd> along the versions, <kbd>a</kbd> <kbd>b</kbd> compare
      </p>
    </div>
  )
}

const say = (reviewer: string | null, nameOf: (id: string) => string): string | undefined => {
  if (reviewer === null) return undefined
  const name = nameOf(reviewer)
  return name === 'You' ? 'you' : name
}

/** Who approved the proposal that a version came from. */
const useReviewers = (place: FlagPlace): ((proposalId: string | null) => string | null) => {
  const { items: approved = [] } = useFlagProposals(place, 'approved')
  const reviewers = new Map(approved.map(({ id, reviewedBy }) => [id as string, reviewedBy]))
  return (proposalId) => (proposalId === null ? null : (reviewers.get(proposalId) ?? null))
}
