import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from '../theme.ts'
import type { CommandSource } from './command.ts'

const choices = [
  { theme: 'light', label: 'Light theme', icon: Sun },
  { theme: 'dark', label: 'Dark theme', icon: Moon },
  { theme: 'system', label: 'Theme of the system', icon: Monitor },
] as const

export const useThemeCommands: CommandSource = () => {
  const { choose } = useTheme()
  return choices.map(({ theme, label, icon: Icon }) => ({
    id: theme,
    group: 'Look',
    label,
    lead: <Icon size={16} strokeWidth={1.5} aria-hidden />,
    run: () => choose(theme),
  }))
}
