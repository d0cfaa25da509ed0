import type { Environment } from '@bunting/contract'
import { type FlagPlace, useFlagVersions } from '../../data/flag-versions.ts'
import { Empty } from '../../parts/blank.tsx'
import { Failed } from '../../parts/failed.tsx'
import './history.css'
import { Compare } from './history/compare.tsx'
import { useCompared } from './history/use-compared.ts'
import { VersionList } from './history/version-list.tsx'
import type { LoadedFlag } from './use-editing-state.ts'

type HistoryProps = { flag: LoadedFlag; place: FlagPlace; environment: Environment }

/** Every version of a flag in one environment, and what differs between any two. */
export const History = ({ flag, place, environment }: HistoryProps) => {
  const { items: loaded, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useFlagVersions(place)
  const compared = useCompared(place, loaded)
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
        flag={flag}
        place={place}
        environment={environment}
        // What the last of a page changed is known only once the one before it is there.
        versions={hasNextPage ? loaded.slice(0, -1) : loaded}
        oldest={hasNextPage ? loaded.at(-1) : undefined}
        compared={compared}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        isLoadingMore={isFetchingNextPage}
      />
      <Compare
        flag={flag}
        place={place}
        environment={environment}
        loaded={loaded}
        latest={latest}
        compared={compared}
      />
    </div>
  )
}
