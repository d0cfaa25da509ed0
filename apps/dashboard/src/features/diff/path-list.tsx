import { count } from '../../format/number.ts'
import { sayValue } from '../../format/say-value.ts'
import type { PathChange } from './changes/path-changes.ts'
import { Marked, type Which } from './marked.tsx'

/** The most paths shown: the JSON view has all of them. */
const maxShown = 20

/** One side of the differences in a document: each path with its value, on the same lines as the other side. */
export const PathList = ({ changes, which }: { changes: readonly PathChange[]; which: Which }) => {
  const rest = changes.length - maxShown
  return (
    <dl className="paths">
      {changes.slice(0, maxShown).map(({ path, ...sides }) => (
        <div key={path}>
          <dt>
            <code>{path}</code>
          </dt>
          <dd>
            <One value={sides[which]} which={which} />
          </dd>
        </div>
      ))}
      {rest > 0 && <div className="nothing">and {count(rest)} more</div>}
    </dl>
  )
}

const One = ({ value, which }: { value: PathChange['before']; which: Which }) => {
  if (value === undefined) return <span className="nothing">not there</span>
  return (
    <Marked which={which} mono>
      {value === null ? 'null' : typeof value === 'string' ? JSON.stringify(value) : sayValue(value)}
    </Marked>
  )
}
