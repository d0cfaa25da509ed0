import type { AnswerOf, Endpoints } from '@bunting/contract'
import { type Change, configText, findChanges } from '@bunting/contract/text'
import { draftOf, findLatest, type Rule } from '../../config/flag-config.ts'
import { emptySegment, findSegmentChanges, type SegmentConfig, segmentText } from '../../config/segment-config.ts'
import { command } from '../../core/command.ts'
import { required } from '../../core/parameters.ts'
import { changeLines } from '../../output/change-lines.ts'
import { changeText } from '../../output/note-proposed.ts'
import type { Output } from '../../output/output.ts'
import { bold, dim, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { planLines } from '../../schedule/write-schedule.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { listFlags } from '../../server/flags.ts'
import { nameActors } from '../../server/name-actors.ts'
import { getSegment, listSegments } from '../../server/segments.ts'

type Proposal = AnswerOf<Endpoints['getProposal']>
type Schedule = AnswerOf<Endpoints['getSchedule']>
type Context = Parameters<typeof listFlags>[0]

export const showProposal = command({
  name: 'show',
  summary: 'Show a proposal, and what it would change',
  target: 'project',
  arguments: { proposal: required('its id: prop_…') },
  examples: ['proposals show prop_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b'],
  run: async (context, { proposal: proposalId }) => {
    const { api, out, project } = context
    const proposal = await api.getProposal({ params: { proposalId } })
    const env = (await listEnvironments(api, project)).find(({ id }) => id === proposal.environmentId)
    const about = await findAbout(context, proposal, proposal.environmentId)
    const { scheduleId } = proposal
    const schedule = scheduleId === undefined ? undefined : await api.getSchedule({ params: { scheduleId } })
    const nameOf = await nameActors(api, [proposal.createdBy, proposal.reviewedBy])
    out.show(proposal, () => {
      const where = env?.slug ?? proposal.environmentId
      const key = about?.name ?? proposal.flagId ?? proposal.segmentId
      out.print(rich`${key === undefined ? bold(where) : rich`${bold(key)} in ${where}`}: ${proposal.status}`)
      const why = proposal.comment === undefined ? '.' : `: ${proposal.comment}`
      out.print(rich`Proposed by ${nameOf(proposal.createdBy)}, ${timeText(proposal.createdAt)}${why}`)
      if (proposal.reviewedBy !== null) {
        const note = proposal.reviewNote === null ? '' : `: ${proposal.reviewNote}`
        out.print(rich`Reviewed by ${nameOf(proposal.reviewedBy)}, ${timeText(proposal.reviewedAt ?? '')}${note}`)
      }
      if (proposal.emergencyVersion !== undefined) {
        out.print(
          rich`Version ${proposal.emergencyVersion} was saved in an emergency since: this would come on top of it.`,
        )
      }
      if (schedule) printSchedule(out, schedule, about?.rules ?? [])
      else printProposed(out, proposal, env && about, project.slug)
    })
  },
})

/** The subject of a proposal: its name, its active version, and the changes to that. */
type About = { name: string; version: number; changes: Change[]; rules: readonly Rule[] }

const findAbout = async (context: Context, proposal: Proposal, envId: string): Promise<About | undefined> => {
  const { proposedConfig: proposed } = proposal
  if (proposal.segmentId !== undefined) {
    const listed = (await listSegments(context)).find(({ id }) => id === proposal.segmentId)
    if (!listed) return undefined
    const latest = findLatest(await getSegment(context, listed.key), { id: envId })
    const changes = findSegmentChanges(latest?.config ?? emptySegment, proposed as SegmentConfig)
    return { name: `the segment ${listed.key}`, version: latest?.version ?? 0, changes, rules: [] }
  }
  const flag = (await listFlags(context)).find(({ id }) => id === proposal.flagId)
  if (!flag) return undefined
  const latest = findLatest(flag, { id: envId })
  const before = latest ? draftOf(latest.config) : {}
  const changes = proposed ? findChanges(before, draftOf(proposed)) : []
  return { name: flag.key, version: latest?.version ?? 0, changes, rules: latest?.config.rules ?? [] }
}

const printSchedule = (out: Output, schedule: Schedule, rules: readonly Rule[]): void => {
  out.print(rich`It schedules (${schedule.id}, ${schedule.status}):`)
  for (const line of planLines(schedule, rules)) out.print(line)
}

const printProposed = (out: Output, proposal: Proposal, about: About | undefined, project: string): void => {
  const { proposedConfig: proposed } = proposal
  if (proposed === null && proposal.experimentId !== undefined) {
    out.print(
      rich`It starts an experiment, whose guardrails may act: bunting experiments show ${proposal.experimentId}`,
    )
    return
  }
  if (proposed === null) {
    out.print(rich`It says: ${changeText(proposal.change ?? {})}.`)
    return
  }
  const words = 'included' in proposed ? segmentText(proposed) : configText(proposed)
  out.print(rich`It says: ${words}.\n`)
  if (!about) {
    out.note(dim(rich`It is of another project than ${project}: name it with --project to see the difference.`))
    return
  }
  out.print(dim(rich`Against version ${about.version}, the latest:`))
  for (const line of changeLines(about.changes)) out.print(line)
  if (about.changes.length === 0) out.print(rich`No difference.`)
}
