import { useNavigate, useRouter } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { useViews } from '../../api/views.ts'
import { readFlagsSearch } from '../../features/flags/flags-search.ts'
import type { CommandSource } from './command.ts'

/** Commands that open the saved views of the flag list. */
export const useViewCommands: CommandSource = ({ projectId }) => {
  const navigate = useNavigate()
  const { parseSearch } = useRouter().options
  const { items: views = [] } = useViews(projectId)
  return views.map(({ id, name, search }) => ({
    id,
    group: 'Views',
    label: name,
    found: ['view'],
    lead: <Bookmark size={16} strokeWidth={1.5} aria-hidden />,
    run: () =>
      void navigate({
        to: '/projects/$projectId/flags',
        params: { projectId },
        search: readFlagsSearch(parseSearch(`?${search}`)),
      }),
  }))
}
