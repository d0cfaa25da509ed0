import { command } from '../../core/command.ts'
import { noteProposed } from '../../output/note-proposed.ts'
import { green, rich } from '../../output/rich.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'
import { orNearFlag } from '../../server/flags.ts'
import { flagArgument } from './flag-argument.ts'

const archiveOrNot = (name: 'archive' | 'unarchive', archived: boolean, summary: string, description: string) =>
  command({
    name,
    summary,
    description,
    target: 'project',
    arguments: flagArgument,
    examples: [`flags ${name} old-checkout`],
    run: async (context, { flag: flagKey }) => {
      const { api, out, project } = context
      const params = { projectId: project.id, flagKey }
      const answer = await orNearFlag(context, flagKey, () => api.updateFlag({ params, body: { archived } }))
      out.show(answer, () => {
        if ('change' in answer) return noteProposed(out, flagKey, answer)
        out.note(rich`${green(archived ? 'Archived' : 'Unarchived')} ${answer.key}.`)
      })
      warnOfSync(out, answer)
    },
  })

export const archiveFlag = archiveOrNot(
  'archive',
  true,
  'Archive a flag',
  'It no longer evaluates anywhere. Its history stays, and it can be unarchived.',
)

export const unarchiveFlag = archiveOrNot(
  'unarchive',
  false,
  'Bring an archived flag back',
  'It evaluates again, with the configs that it had.',
)
