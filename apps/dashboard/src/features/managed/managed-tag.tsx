import { GitBranch } from 'lucide-react'
import { Tag } from '../../ui/tag.tsx'
import { sayManager } from './say-manager.ts'
import './managed-tag.css'

/** Shows where a flag or a segment is managed, if not here. */
export const ManagedTag = ({ managedBy }: { managedBy: string | undefined }) => {
  if (managedBy === undefined) return null
  const { where, name } = sayManager(managedBy)
  return (
    <span className="managed-in">
      <Tag kind="line">
        <GitBranch size={12} strokeWidth={1.5} aria-hidden />
        <span>
          {where}: <bdi>{name}</bdi>
        </span>
      </Tag>
    </span>
  )
}
