import { Siren } from 'lucide-react'
import { Tag } from '../../ui/tag.tsx'

/** On what was saved past the proposals. */
export const EmergencyTag = () => (
  <Tag kind="no">
    <Siren size={13} strokeWidth={1.75} aria-hidden />
    Emergency
  </Tag>
)
