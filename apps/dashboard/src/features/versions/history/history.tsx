import { useState } from 'react'
import { Empty } from '../../../ui/blank.tsx'
import { Failed } from '../../../ui/failed.tsx'
import type { HistoricVersion, Numbered, VersionedKind } from '../versioned-kind.ts'
import { Compare } from './compare.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { useCompared } from './use-compared.ts'
import { useRestore } from './use-restore.ts'
import { VersionList } from './version-list.tsx'

/** Every version in one environment, and the differences between any two. */
export const History = <Config extends Numbered, Draft>({ kind }: { kind: VersionedKind<Config, Draft> }) => {
  const { environment, versions } = kind
  const { items: loaded, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = versions.useVersions()
  const { items: approved = [] } = versions.useApproved()
  const compared = useCompared(loaded, versions.useVersion)
  const restoring = useRestore(kind, loaded?.[0]?.version ?? 0)
  const [asked, ask] = useState<HistoricVersion<Config>>()
  if (error && !loaded) return <Failed title="The history did not load" error={error} onRetry={() => void refetch()} />
  if (!loaded) return <div className="min-h-96" aria-busy />
  const [latest] = loaded
  if (!latest) return <Empty title={`No version in ${environment.name} yet`}>{kind.words.noVersion}</Empty>
  const restore = kind.asksToRestore ? { ...restoring, run: ask } : restoring
  return (
    <div className="history">
      <VersionList
        kind={kind}
        restore={restore}
        // The changes of a page's last version are known only after the version before it is loaded.
        versions={hasNextPage ? loaded.slice(0, -1) : loaded}
        oldest={hasNextPage ? loaded.at(-1) : undefined}
        approved={approved}
        compared={compared}
        onMore={hasNextPage ? fetchNextPage : undefined}
        isLoadingMore={isFetchingNextPage}
      />
      <Compare kind={kind} restore={restore} loaded={loaded} latest={latest} compared={compared} />
      {asked && (
        <RestoreDialog kind={kind} version={asked} latest={latest} restore={restoring} onClose={() => ask(undefined)} />
      )}
    </div>
  )
}
