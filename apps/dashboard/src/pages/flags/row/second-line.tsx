import { useActors } from '../../../api/actors.ts'
import type { FlagInList } from '../../../api/flags.ts'
import { sayManager } from '../../../features/managed/say-manager.ts'
import type { LinePart } from '../columns/columns.ts'

type SecondLineProps = { flag: FlagInList; parts: readonly LinePart[] }

/** The line under the name. Tags are cut first, then the end of the key; the owner never. */
export const SecondLine = ({ flag, parts }: SecondLineProps) => (
  <span className="under">
    {parts.includes('key') && <code className="key">{flag.key}</code>}
    {parts.includes('tags') && <Tags tags={flag.tags} />}
    {parts.includes('owner') && <Owner id={flag.ownerId} />}
    {flag.managedBy !== undefined && <Managed by={flag.managedBy} />}
  </span>
)

const Tags = ({ tags = [] }: { tags?: readonly string[] | undefined }) =>
  tags.length === 0 ? null : (
    <span className="tags" title={tags.join(', ')}>
      {tags.map((tag) => (
        <bdi key={tag}>{tag}</bdi>
      ))}
    </span>
  )

const Managed = ({ by }: { by: string }) => {
  const { where, name } = sayManager(by)
  return (
    <span className="managed" title={name}>
      {where}
      <span className="sr-only">: {name}</span>
    </span>
  )
}

/** The owner. A missing owner is mentioned only if other flags have owners. */
const Owner = ({ id }: { id: string | undefined }) =>
  id === undefined ? <span className="owner nobody">no owner</span> : <Person id={id} />

/** Left out until the name is loaded: an id means nothing to people. */
const Person = ({ id }: { id: string }) => {
  const { name, isAwaited } = useActors([id])(id)
  return isAwaited ? null : (
    <span className="owner" dir="auto">
      {name}
    </span>
  )
}
