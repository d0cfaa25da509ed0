import type { Environment } from '@bunting/contract'
import { GripVertical, Pencil } from 'lucide-react'
import { useState } from 'react'
import { ColorRow } from '../../features/environments/color-row.tsx'
import { RenameEnvironment } from '../../features/environments/rename-environment.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { Pennant } from '../../ui/pennants/pennant.tsx'
import { useSortableItem } from '../../ui/sortable/use-sortable-item.ts'

const filled = { kind: 'config', on: true, forked: false, share: 1 } as const

type EnvironmentRowProps = { projectId: string; environment: Environment; because: string | undefined }

export const EnvironmentRow = ({ projectId, environment, because }: EnvironmentRowProps) => {
  const [isRenaming, setRenaming] = useState(false)
  const { item, grip } = useSortableItem(environment.id, because !== undefined)
  const { name, slug } = environment
  return (
    <li {...item}>
      <IconButton {...grip} name={`Move ${name}`} className="mover" because={because}>
        <GripVertical size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <Pennant environment={environment} state={filled} height={32} />
      <span className="who">
        <b dir="auto">{name}</b>
        <code>{slug}</code>
      </span>
      <ColorRow projectId={projectId} environment={environment} />
      <IconButton name={`Rename ${name}`} because={because} onClick={() => setRenaming(true)}>
        <Pencil size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <RenameEnvironment
        projectId={projectId}
        environment={environment}
        open={isRenaming}
        onClose={() => setRenaming(false)}
      />
    </li>
  )
}
