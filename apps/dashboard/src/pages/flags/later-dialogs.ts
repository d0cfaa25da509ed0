import { later } from '../../ui/overlays/later.tsx'

/** Loads the components that are needed after the list: see dialogs.ts. */
export const loadDialogs = () => import('./dialogs.ts')

export const ArchiveFlag = later(async () => (await loadDialogs()).ArchiveFlag)
export const AskToggle = later(async () => (await loadDialogs()).AskToggle)
export const BulkBar = later(async () => (await loadDialogs()).BulkBar)
export const DeleteView = later(async () => (await loadDialogs()).DeleteView)
export const FoldCard = later(async () => (await loadDialogs()).FoldCard)
export const FollowWindow = later(async () => (await loadDialogs()).FollowWindow)
export const NewFlag = later(async () => (await loadDialogs()).NewFlag)
export const RowMenuItems = later(async () => (await loadDialogs()).RowMenuItems)
export const RowToggles = later(async () => (await loadDialogs()).RowToggles)
export const SaveView = later(async () => (await loadDialogs()).SaveView)
