import { useNavigate } from '@tanstack/react-router'
import { Blend } from 'lucide-react'
import { useSegments } from '../../api/segments.ts'
import type { CommandSource } from './command.ts'

export const useSegmentCommands: CommandSource = ({ projectId }) => {
  const navigate = useNavigate()
  const { items: segments = [] } = useSegments(projectId, true)
  return segments.map(({ id, key, name, description }) => ({
    id,
    group: 'Segments',
    label: name,
    code: key,
    found: [description ?? '', 'segment'],
    lead: <Blend size={16} strokeWidth={1.5} aria-hidden />,
    run: () =>
      void navigate({ to: '/projects/$projectId/segments/$segmentKey', params: { projectId, segmentKey: key } }),
  }))
}
