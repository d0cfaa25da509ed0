import { command } from '../../core/command.ts'
import { required } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { getProfile } from '../../server/connection.ts'

export const switchProfile = command({
  name: 'switch',
  summary: 'Make another profile the current one',
  target: 'nothing',
  arguments: { name: required('the profile', { complete: 'profile' }) },
  examples: ['profiles switch work'],
  run: async ({ out, profiles }, { name }) => {
    const { url } = getProfile(profiles, name)
    profiles.switchTo(name)
    out.note(rich`${green('Using')} the profile ${name}: ${url}`)
  },
})
