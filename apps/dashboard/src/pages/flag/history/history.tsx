import type { Environment, HistoricFlagVersion } from '@bunting/contract'
import { type FlagPlace, flagVersionQuery, useFlagVersions } from '../../../api/flag-versions.ts'
import { useFlagProposals } from '../../../api/proposals.ts'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'
import { useCompared } from '../../../features/versions/use-compared.ts'
import { VersionList } from '../../../features/versions/version-list.tsx'
import { Empty } from '../../../ui/blank.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { pennantState } from '../../../ui/pennants/pennant-state.ts'
import { sayState } from '../../../ui/pennants/pennant-words.ts'
import { Compare } from './compare.tsx'
import { sayVersion } from './say-version.ts'
import { useRestore } from './use-restore.ts'

type HistoryProps = { flag: LoadedFlag; place: FlagPlace; environment: Environment }

/** Every version of a flag in one environment, and what differs between any two. */
export const History = ({ flag, place, environment }: HistoryProps) => {
  const { items: loaded, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useFlagVersions(place)
  const { items: approved = [] } = useFlagProposals(place, 'approved')
  const compared = useCompared(loaded, (version) => flagVersionQuery(place, version))
  const restore = useRestore({ flag, place, environment, latest: loaded?.[0]?.version ?? 0 })
  if (error && !loaded) return <Failed title="The history did not load" error={error} onRetry={() => void refetch()} />
  if (!loaded) return <div className="min-h-96" aria-busy />
  const [latest] = loaded
  if (!latest) {
    return (
      <Empty title={`No version in ${environment.name} yet`}>
        Until it has one, apps that ask for this flag here are told that there is none. Save what people should get
        under Rules, or copy it from another environment.
      </Empty>
    )
  }
  return (
    <div className="history">
      <VersionList
        projectId={place.projectId}
        environment={environment}
        telling={{ stateOf, sayState, say: sayVersion, restore }}
        // What the last of a page changed is known only once the one before it is there.
        versions={hasNextPage ? loaded.slice(0, -1) : loaded}
        oldest={hasNextPage ? loaded.at(-1) : undefined}
        approved={approved}
        compared={compared}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        isLoadingMore={isFetchingNextPage}
      />
      <Compare
        place={place}
        environment={environment}
        restore={restore}
        loaded={loaded}
        latest={latest}
        compared={compared}
      />
    </div>
  )
}

const stateOf = ({ config }: HistoricFlagVersion) => pennantState(config)
