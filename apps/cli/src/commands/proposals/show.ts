import { command } from '../../command.ts'
import { findChanges } from '../../config/changes.ts'
import { configText } from '../../config/describe.ts'
import { draftOf, findLatest } from '../../config/flag-config.ts'
import { changeLines } from '../../output/change-lines.ts'
import { changeText } from '../../output/note-proposed.ts'
import { bold, dim, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { required } from '../../parameters.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { listFlags } from '../../server/flags.ts'
import { nameActors } from '../../server/name-actors.ts'

export const showProposal = command({
  name: 'show',
  summary: 'Show a proposal, and what it would change',
  target: 'project',
  arguments: { proposal: required('its id: prop_…') },
  examples: ['proposals show prop_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b'],
  run: async (context, { proposal: proposalId }) => {
    const { api, out, project } = context
    const proposal = await api.getProposal({ params: { proposalId } })
    const flag = (await listFlags(context)).find(({ id }) => id === proposal.flagId)
    const env = (await listEnvironments(api, project)).find(({ id }) => id === proposal.environmentId)
    const nameOf = await nameActors(api, [proposal.createdBy, proposal.reviewedBy])
    out.show(proposal, () => {
      const where = env?.slug ?? proposal.environmentId
      const place = proposal.flagId === null ? bold(where) : rich`${bold(flag?.key ?? proposal.flagId)} in ${where}`
      out.print(rich`${place}: ${proposal.status}`)
      out.print(rich`Proposed by ${nameOf(proposal.createdBy)}, ${timeText(proposal.createdAt)}.`)
      if (proposal.reviewedBy !== null) {
        const note = proposal.reviewNote === null ? '' : `: ${proposal.reviewNote}`
        out.print(rich`Reviewed by ${nameOf(proposal.reviewedBy)}, ${timeText(proposal.reviewedAt ?? '')}${note}`)
      }
      if (proposal.proposedConfig === null) {
        out.print(rich`It says: ${changeText(proposal.change ?? {})}.`)
        return
      }
      out.print(rich`It says: ${configText(proposal.proposedConfig)}.\n`)
      if (!flag || !env) {
        out.note(
          dim(rich`It is of another project than ${project.slug}: name it with --project to see the difference.`),
        )
        return
      }
      const latest = findLatest(flag, env)
      out.print(dim(rich`Against version ${latest?.version ?? 0}, the latest:`))
      const changes = findChanges(latest ? draftOf(latest.config) : {}, draftOf(proposal.proposedConfig))
      for (const line of changeLines(changes)) out.print(line)
      if (changes.length === 0) out.print(rich`No difference.`)
    })
  },
})
