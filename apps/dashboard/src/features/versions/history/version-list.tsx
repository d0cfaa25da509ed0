import { useRef } from 'react'
import { useNames } from '../../../api/actors.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useKeys } from '../../../ui/use-keys.ts'
import './history.css'
import type { HistoricVersion, Numbered, VersionedKind } from '../versioned-kind.ts'
import type { Compared } from './use-compared.ts'
import type { Restore } from './use-restore.ts'
import { VersionRow } from './version-row.tsx'

type VersionListProps<Config extends Numbered, Draft> = {
  kind: VersionedKind<Config, Draft>
  restore: Pick<Restore<Config>, 'because' | 'run'>
  versions: readonly HistoricVersion<Config>[]
  /** The version before the last one, if more are to be loaded. */
  oldest: HistoricVersion<Config> | undefined
  /** The proposals from which versions came. */
  approved: readonly { id: string; reviewedBy: string | null }[]
  compared: Compared
  onMore: (() => void) | undefined
  isLoadingMore: boolean
}

/** The versions, newest first. The keys a and b choose the focused version for a side, j and k move the focus. */
export const VersionList = <Config extends Numbered, Draft>({
  versions,
  oldest,
  approved,
  compared,
  onMore,
  isLoadingMore,
  ...shared
}: VersionListProps<Config, Draft>) => {
  const list = useRef<HTMLOListElement>(null)
  const reviewers = new Map(approved.map(({ id, reviewedBy }) => [id, reviewedBy]))
  const reviewerOf = (proposalId: string | null) => (proposalId === null ? null : (reviewers.get(proposalId) ?? null))
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
    j: ['Next version', () => move(1)],
    k: ['Version before', () => move(-1)],
    // Choosing the version of the other side swaps the two.
    a: ['Compare: from this version', () => focused() > 0 && compare(focused(), focused() === b ? (a ?? b) : b)],
    b: ['Compare: to this version', () => focused() > 0 && compare(focused() === a ? b : a, focused())],
  })
  return (
    <div className="versions">
      <ol ref={list} aria-label="Versions">
        {versions.map((version, index) => (
          <VersionRow
            key={version.version}
            {...shared}
            version={version}
            previous={versions[index + 1] ?? oldest}
            isLive={index === 0}
            by={nameOf(version.createdBy)}
            reviewer={say(reviewerOf(version.proposalId), nameOf)}
            compared={compared}
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
