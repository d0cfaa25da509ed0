import { useNames } from '../../../api/actors.ts'
import { useListVersions } from '../../../api/segment-ids.ts'
import { useSession } from '../../../api/session.ts'
import { count, percent } from '../../../format/number.ts'
import { Time } from '../../../ui/time.tsx'
import type { SegmentProps } from '../segment-props.ts'

/** What the plans include, and what a list takes of the memory. */
const idsOf = { free: 0, pro: 1_000_000, enterprise: 10_000_000 } as const
const bytesPerId = 8

export const Sizes = ({ segment, segmentRef, environment }: SegmentProps) => {
  const { plan } = useSession()
  const { items = [] } = useListVersions(segmentRef)
  const [latest] = items
  const nameOf = useNames(latest ? [latest.createdBy] : [])
  const size = segment.versions[environment.id]?.size ?? 0
  const max = idsOf[plan]
  const share = max === 0 ? 100 : (100 * size) / max
  return (
    <div className="large-sizes">
      <section>
        <p className="figure">
          {count(size)} <small>{size === 1 ? 'id' : 'ids'}</small>
        </p>
        <progress value={Math.min(share, 100)} max={100} aria-label={`Share of the ${count(max)} of your plan`} />
        <p>
          {percent(Math.round(share * 10) / 10)} of the {count(max)} of your plan
        </p>
      </section>
      <section>
        <p className="figure">
          {((size * bytesPerId) / 1e6).toFixed(size * bytesPerId < 1e7 ? 2 : 1)} <small>MB</small>
        </p>
        <p>in each server that evaluates. Browsers and phones load none of it.</p>
      </section>
      <section>
        {latest ? (
          <>
            <p className="figure">
              v{latest.version}{' '}
              <small>
                <Time at={latest.createdAt} />
              </small>
            </p>
            <p>
              {count(latest.added)} came in, {count(latest.removed)} went out, by <bdi>{nameOf(latest.createdBy)}</bdi>.
            </p>
          </>
        ) : (
          <>
            <p className="figure">Nothing yet</p>
            <p>Until something is uploaded, no flag here can name this segment.</p>
          </>
        )}
      </section>
    </div>
  )
}
