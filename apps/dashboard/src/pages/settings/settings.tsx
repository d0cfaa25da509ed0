import { Link, useParams } from '@tanstack/react-router'
import { useProject } from '../../api/projects.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { CopyText } from '../../ui/controls/copy.tsx'
import '../../features/environments/environments.css'
import { CodeSettings } from './code-settings.tsx'
import { EnvironmentOrder } from './environment-order.tsx'
import { ProjectForm } from './project-form.tsx'
import './settings.css'

/** The settings of the whole project. */
export const SettingsPage = () => {
  const { projectId } = useParams({ from: '/projects/$projectId/settings' })
  const project = useProject(projectId)
  return (
    <Page title="Settings" parent={<ProjectName />}>
      <section className="settings" aria-labelledby="settings-project">
        <h2 id="settings-project">Project</h2>
        <ProjectForm key={project.name} project={project} />
        <div className="set">
          <span>Slug</span>
          <code>{project.slug}</code>
        </div>
        <div className="set">
          <span>Id</span>
          <CopyText text={project.id} what="the id of the project" />
        </div>
      </section>
      <section className="settings" aria-labelledby="settings-environments">
        <h2 id="settings-environments">Environments</h2>
        <p>
          In this order they stand everywhere: on every line of pennants, in tables and menus. Protection and keys are
          under{' '}
          <Link className="link" to="/projects/$projectId/environments" params={{ projectId }}>
            Environments & keys
          </Link>
          .
        </p>
        <EnvironmentOrder projectId={projectId} />
      </section>
      <CodeSettings projectId={projectId} />
    </Page>
  )
}
