import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useBecause } from '../../api/session.ts'
import type { CardProps } from '../../features/environments/card-props.ts'
import { ColorRow } from '../../features/environments/color-row.tsx'
import { RenameEnvironment } from '../../features/environments/rename-environment.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { Pennant } from '../../ui/pennants/pennant.tsx'
import { EdgeRow } from './edge-row.tsx'
import { EmergencyRow } from './emergency-row.tsx'
import { ProtectionRow } from './protection-row.tsx'
import { StrictRow } from './strict-row.tsx'

const filled = { kind: 'config', on: true, forked: false, share: 1 } as const

export const EnvironmentCard = ({ projectId, environment }: CardProps) => {
  const because = useBecause('admin')
  const [renaming, setRenaming] = useState(false)
  const { name, slug } = environment
  return (
    <section className="envcard" aria-label={name}>
      <Pennant environment={environment} state={filled} height={64} />
      <div>
        <h2>
          <bdi>{name}</bdi>
          <IconButton name={`Rename ${name}`} because={because} onClick={() => setRenaming(true)}>
            <Pencil size={13} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </h2>
        <code className="slug">{slug}</code>
        <ColorRow projectId={projectId} environment={environment} />
        <ProtectionRow projectId={projectId} environment={environment} />
        {environment.protected && (
          <>
            <StrictRow projectId={projectId} environment={environment} />
            <EmergencyRow projectId={projectId} environment={environment} />
          </>
        )}
        <EdgeRow projectId={projectId} environment={environment} />
      </div>
      <RenameEnvironment
        projectId={projectId}
        environment={environment}
        open={renaming}
        onClose={() => setRenaming(false)}
      />
    </section>
  )
}
