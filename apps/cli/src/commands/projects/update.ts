import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { removable, text } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { findEnvironment } from '../../server/find-environment.ts'

export const updateProject = command({
  name: 'update',
  summary: 'Rename a project, or put its environments into an order',
  description:
    'The order is that of every list of environments here and in the dashboard. Those it does not name come last.',
  target: 'project',
  options: {
    name: text('text', 'what people read'),
    environmentOrder: removable('environments', 'by slug or id, with commas between; --no-environment-order for none'),
  },
  examples: [
    'projects update --name "The shop"',
    'projects update --project shop --environment-order development,staging,production',
  ],
  run: async ({ api, out, project }, { name, environmentOrder }) => {
    if (name === undefined && environmentOrder === undefined) {
      wrongUse('Nothing is said to change.', '--name or --environment-order')
    }
    const wanted = environmentOrder ? environmentOrder.split(',').map((each) => each.trim()) : []
    const ids: string[] = []
    for (const each of wanted) ids.push((await findEnvironment(api, project, each)).id)
    const body = {
      ...(name === undefined ? {} : { name }),
      ...(environmentOrder === undefined ? {} : { environmentOrder: ids }),
    }
    const answer = await api.updateProject({ params: { projectId: project.id }, body })
    out.show(answer, () => out.note(rich`${green('Updated')} ${answer.slug}.`))
  },
})
