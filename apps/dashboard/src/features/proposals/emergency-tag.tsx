import { Siren } from 'lucide-react'
import { Tag } from '../../ui/tag.tsx'

/** The tag of versions that were saved without a proposal, in an emergency. */
export const EmergencyTag = () => (
  <Tag kind="no">
    <Siren size={13} strokeWidth={1.75} aria-hidden />
    Emergency
  </Tag>
)
