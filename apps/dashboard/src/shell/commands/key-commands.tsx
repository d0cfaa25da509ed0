import { Keyboard } from 'lucide-react'
import type { CommandSource } from './command.ts'

export const useKeyCommands: CommandSource = ({ showKeys }) => [
  {
    id: 'keys',
    group: 'Help',
    label: 'Keys of this page',
    found: ['keyboard shortcuts'],
    keys: '?',
    lead: <Keyboard size={16} strokeWidth={1.5} aria-hidden />,
    run: showKeys,
  },
]
