import { writeConfig } from '../../config/write-config.ts'
import { proposeOptions } from '../../config/write-version.ts'
import { command } from '../../core/command.ts'
import { getFlag } from '../../server/flags.ts'
import { editArguments, editConfig, editOptions } from '../flags/edit-options.ts'
import { flagArgument } from '../flags/flag-argument.ts'

export const createProposal = command({
  name: 'create',
  summary: 'Propose a config for a flag in a protected environment',
  description: 'It takes the same as bunting flags set. on, off, rollout, restore and copy propose with --propose.',
  target: 'environment',
  arguments: { ...flagArgument, ...editArguments },
  options: { ...editOptions, ...proposeOptions },
  examples: [
    'proposals create new-checkout enabled=true --env production --comment "For Black Friday"',
    'proposals create new-checkout --file config.json --env production',
    'proposals create new-checkout enabled=true --env production --replaces prop_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b',
  ],
  run: async (context, { flag: flagKey, comment, replaces, ...edit }) => {
    const flag = await getFlag(context, flagKey)
    const draft = await editConfig(context.ask, flag, context.env, edit)
    await writeConfig(context, { flag, draft, propose: true, comment, replaces, done: 'Proposed' })
  },
})
