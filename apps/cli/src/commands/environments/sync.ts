import { command } from '../../core/command.ts'
import { counted } from '../../output/counted.ts'
import { green, rich } from '../../output/rich.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'
import { findEnvironment } from '../../server/find-environment.ts'
import { environmentArgument } from './environment-argument.ts'

export const syncEnvironment = command({
  name: 'sync',
  summary: 'Publish the flags of an environment again',
  description: 'Changes do this by themselves, and are retried until it worked.',
  target: 'project',
  arguments: environmentArgument,
  examples: ['environments sync production'],
  run: async ({ api, out, project }, { environment }) => {
    const { id, slug } = await findEnvironment(api, project, environment)
    const answer = await api.syncEnvironment({ params: { projectId: project.id, envId: id } })
    out.show(answer, () => out.note(rich`${green('Published')} ${counted(answer.flagCount, 'flag')} of ${slug}.`))
    warnOfSync(out, answer)
  },
})
