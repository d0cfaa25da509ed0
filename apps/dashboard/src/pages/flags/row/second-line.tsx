import { useActors } from '../../../api/actors.ts'
import type { FlagInList } from '../../../api/flags.ts'
import type { LinePart } from '../columns/columns.ts'

type SecondLineProps = { flag: FlagInList; parts: readonly LinePart[] }

/** Under the name. The tags give way first, then the end of the key; the owner never. */
export const SecondLine = ({ flag, parts }: SecondLineProps) => (
  <span className="under">
    {parts.includes('key') && <code className="key">{flag.key}</code>}
    {parts.includes('tags') && <Tags tags={flag.tags} />}
    {parts.includes('owner') && <Owner id={flag.ownerId} />}
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

/** That nobody owns it is said where others have owners. */
const Owner = ({ id }: { id: string | undefined }) =>
  id === undefined ? <span className="owner nobody">no owner</span> : <Person id={id} />

/** Left out until it is known: an id says nothing to a person. */
const Person = ({ id }: { id: string }) => {
  const { name, isAwaited } = useActors([id])(id)
  return isAwaited ? null : (
    <span className="owner" dir="auto">
      {name}
    </span>
  )
}
