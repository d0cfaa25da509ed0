import { command } from '../core/command.ts'
import { wrongUse } from '../core/failure.ts'
import { optional, required } from '../core/parameters.ts'
import { green, rich } from '../output/rich.ts'
import { getProfile } from '../server/connection.ts'
import { findEnvironment } from '../server/find-environment.ts'
import { findProject } from '../server/find-project.ts'

export const use = command({
  name: 'use',
  summary: 'Remember the project and environment that commands are about',
  target: 'server',
  withoutJson: true,
  arguments: {
    project: required('its slug', { complete: 'project' }),
    environment: optional('its slug; without one, commands ask for --env', { complete: 'environment' }),
  },
  examples: ['use shop development', 'use shop'],
  run: async ({ api, connection, out, profiles }, { project: wanted, environment: wantedEnvironment }) => {
    const name =
      connection.profile ??
      wrongUse(
        'Variables say the server, so there is no profile to remember it in.',
        'bunting login, or say --project and --env',
      )
    const project = await findProject(api, wanted)
    const found = wantedEnvironment === undefined ? undefined : await findEnvironment(api, project, wantedEnvironment)
    const { project: _, environment: __, ...profile } = getProfile(profiles, name)
    profiles.save(name, { ...profile, project: project.slug, ...(found ? { environment: found.slug } : {}) })
    out.note(rich`${green('Using')} ${project.slug}${found ? `, ${found.slug}` : ''} in the profile ${name}.`)
  },
})
