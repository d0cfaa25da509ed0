import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useIsNewName } from './known-names.ts'

/** A tag beside an attribute that no rule used before: it may be new, or a typo. */
export const NewName = ({ attribute }: { attribute: string }) =>
  useIsNewName(attribute) ? (
    <Tooltip says="No flag of this project looks at an attribute of this name yet. Check that your apps send it.">
      <span className="new-name">
        <Tag kind="warn">new name</Tag>
      </span>
    </Tooltip>
  ) : null
