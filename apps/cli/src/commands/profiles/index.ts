import type { Group } from '../../core/command.ts'
import { listProfiles } from './list.ts'
import { switchProfile } from './switch.ts'

export const profiles: Group = {
  name: 'profiles',
  summary: 'Servers that are remembered',
  commands: [listProfiles, switchProfile],
}
