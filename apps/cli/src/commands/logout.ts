import { command } from '../core/command.ts'
import { wrongUse } from '../core/failure.ts'
import { text } from '../core/parameters.ts'
import { green, rich } from '../output/rich.ts'
import { getProfile } from '../server/connection.ts'

export const logout = command({
  name: 'logout',
  summary: 'Forget a profile, and with it its key',
  description: 'The key itself stays valid: bunting keys revoke ends it.',
  target: 'nothing',
  options: { profile: text('name', 'which one (default: the current one)', { complete: 'profile' }) },
  examples: ['logout', 'logout --profile work'],
  run: async ({ environment, out, profiles }, { profile }) => {
    const name = profile ?? environment.profile ?? profiles.current() ?? wrongUse('There is no profile to forget.')
    getProfile(profiles, name)
    profiles.remove(name)
    out.note(rich`${green('Forgot')} the profile ${name}.`)
  },
})
