import { Link, useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { useBecause } from '../../api/session.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { Button } from '../../ui/controls/button.tsx'
import '../../features/environments/environments.css'
import { EnvironmentCard } from './environment-card.tsx'
import { Keys } from './keys.tsx'
import { NewEnvironment } from './new-environment.tsx'

export const EnvironmentsPage = () => {
  const { projectId } = useParams({ from: '/projects/$projectId/environments' })
  const environments = useEnvironments(projectId)
  const because = useBecause('admin')
  const [creating, setCreating] = useState(false)
  return (
    <Page
      title="Environments & keys"
      parent={<ProjectName />}
      actions={
        <Button because={because} onClick={() => setCreating(true)}>
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          New environment
        </Button>
      }
    >
      <div className="envlist">
        {environments.map((environment) => (
          <EnvironmentCard key={environment.id} projectId={projectId} environment={environment} />
        ))}
      </div>
      <p className="mt-6 max-w-[88ch] text-ink-3">
        Everywhere environments stand in this order, which is changed under{' '}
        <Link className="link" to="/projects/$projectId/settings" params={{ projectId }}>
          Settings
        </Link>
        . In a protected one nobody saves a change alone: it becomes a proposal, and a second person approves it. Where
        emergency saves are on, an admin may, and says why.
      </p>
      <Keys projectId={projectId} environments={environments} />
      <p className="mt-4 max-w-[88ch] text-ink-3">
        Servers of yours that are told of what happens here are{' '}
        <Link className="link" to="/projects/$projectId/webhooks" params={{ projectId }}>
          webhooks
        </Link>
        .
      </p>
      <NewEnvironment projectId={projectId} open={creating} onClose={() => setCreating(false)} />
    </Page>
  )
}
