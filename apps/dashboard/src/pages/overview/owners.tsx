import { useActors } from '../../api/actors.ts'
import { useFlags } from '../../api/flags.ts'
import { count, plural } from '../../format/number.ts'
import { useNow } from '../../ui/use-now.ts'
import { ownersOf } from './owners-of.ts'

const ages = ['up to a month', 'up to three months', 'up to a year', 'older']
const maxOwners = 8

/** Flag ages by owner: the length of a bar is the number of flags, and older flags are darker. */
export const Owners = ({ projectId }: { projectId: string }) => {
  const { items, isComplete } = useFlags(projectId)
  const nowMs = useNow().getTime()
  const owners = ownersOf(items ?? [], nowMs)
  const actorOf = useActors(owners.flatMap(({ ownerId }) => ownerId ?? []))
  if (!isComplete) return <div className="min-h-24" aria-busy />
  if (owners.length === 0) return <p className="text-ink-2">There are no flags yet.</p>
  const most = Math.max(...owners.map(({ total }) => total))
  const shown = owners.slice(0, maxOwners)
  return (
    <>
      <ul className="age-key" aria-hidden>
        {ages.map((age, at) => (
          <li key={age}>
            <i className={`age-${at}`} />
            {age}
          </li>
        ))}
      </ul>
      <table className="bars owners" aria-label="Ages by owner">
        <tbody>
          {shown.map(({ ownerId, counts, total, oldestDays }) => (
            <tr key={ownerId}>
              <th scope="row" dir="auto">
                {ownerId === null ? 'Nobody' : actorOf(ownerId).name}
              </th>
              <td aria-hidden>
                <span className="stack" style={{ width: `${(100 * total) / most}%` }}>
                  {counts.map(
                    (value, at) => value > 0 && <i key={at} className={`age-${at}`} style={{ flexGrow: value }} />,
                  )}
                </span>
              </td>
              <td className="num">
                {count(total)}
                <span className="sr-only"> {total === 1 ? 'flag' : 'flags'}</span>
              </td>
              <td className="oldest">oldest {plural(oldestDays, 'day')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {owners.length > shown.length && <p className="text-ink-3">and {owners.length - shown.length} more</p>}
    </>
  )
}
