import type { Group } from '../../core/command.ts'
import { generateTypescript } from './typescript.ts'

export const generate: Group = {
  name: 'generate',
  summary: 'Code from flags',
  commands: [generateTypescript],
}
