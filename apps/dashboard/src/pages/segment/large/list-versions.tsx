import { useNames } from '../../../api/actors.ts'
import { type ListVersion, useListVersions } from '../../../api/segment-ids.ts'
import { count } from '../../../format/number.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { Table } from '../../../ui/table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import type { SegmentProps } from '../segment-props.ts'

/** The versions of the list: when it changed, by whom, and by how much. */
export const ListVersions = ({ segmentRef }: SegmentProps) => {
  const { items, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useListVersions(segmentRef)
  const nameOf = useNames(items?.map(({ createdBy }) => createdBy) ?? [])
  if (error && !items) return <Failed title="The versions did not load" error={error} onRetry={() => void refetch()} />
  if (!items || items.length === 0) return null
  return (
    <section aria-label="Versions">
      <div className="large-head">
        <h2>Versions</h2>
        <span>{count(items[0]?.version ?? 0)}</span>
      </div>
      <div className="large-versions">
        <Table label="Versions" heads={['Version', 'When', 'Who', 'In', 'Out', 'Size']}>
          {items.map((version, at) => (
            <Row key={version.id} version={version} isLive={at === 0} by={nameOf(version.createdBy)} />
          ))}
        </Table>
      </div>
      {hasNextPage && (
        <Button kind="ghost" size="sm" onClick={() => fetchNextPage()} busy={isFetchingNextPage}>
          Earlier ones
        </Button>
      )}
    </section>
  )
}

const Row = ({ version, isLive, by }: { version: ListVersion; isLive: boolean; by: string }) => (
  <tr>
    <td>
      <b>v{version.version}</b> {isLive && <Tag kind="yes">Live</Tag>}
    </td>
    <td className="text-ink-3">
      <Time at={version.createdAt} />
    </td>
    <td>
      <bdi>{by}</bdi>
    </td>
    <td className={version.added > 0 ? 'text-yes' : 'text-ink-3'}>
      {version.added > 0 ? `+${count(version.added)}` : 0}
    </td>
    <td className={version.removed > 0 ? 'text-no' : 'text-ink-3'}>
      {version.removed > 0 ? `−${count(version.removed)}` : 0}
    </td>
    <td>{count(version.size)}</td>
  </tr>
)
