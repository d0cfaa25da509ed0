import { command } from '../../core/command.ts'
import { required, text, wholeNumber } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'

const proposalArgument = { proposal: required('its id: prop_…') }
const options = { note: text('text', 'why; kept on the proposal and in the audit log') }
const bodyOf = (note: string | undefined) => (note === undefined ? {} : { note })

export const approveProposal = command({
  name: 'approve',
  summary: 'Approve a proposal: its config becomes the next version, or its change is made, at once',
  description:
    'Nobody approves their own: a person, their keys, the keys that these made and accounts with their address are one.',
  target: 'server',
  arguments: proposalArgument,
  options: {
    ...options,
    expectedVersion: wholeNumber('n', 'the latest version that you looked at; another one refuses it'),
  },
  examples: ['proposals approve prop_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b --note "Looks good"'],
  run: async ({ api, out }, { proposal: proposalId, note, expectedVersion }) => {
    const expected = expectedVersion === undefined ? {} : { expectedVersion }
    const answer = await api.approveProposal({ params: { proposalId }, body: { ...bodyOf(note), ...expected } })
    out.show(answer, () => out.note(rich`${green('Approved')} ${answer.id}.`))
    warnOfSync(out, answer)
  },
})

export const rejectProposal = command({
  name: 'reject',
  summary: 'Reject a proposal, or withdraw your own',
  target: 'server',
  arguments: proposalArgument,
  options,
  examples: ['proposals reject prop_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b --note "Not before Monday"'],
  run: async ({ api, out }, { proposal: proposalId, note }) => {
    const answer = await api.rejectProposal({ params: { proposalId }, body: bodyOf(note) })
    out.show(answer, () => out.note(rich`${green('Rejected')} ${answer.id}.`))
  },
})
