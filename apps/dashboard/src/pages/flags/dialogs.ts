/** Components that the list opens but does not need at first: one file, which is loaded after the list. */

export { BulkBar } from '../../features/bulk/bulk-bar.tsx'
export { AskToggle } from '../../features/flag-switch/ask-toggle.tsx'
export { ArchiveFlag } from '../../features/flags/archive-flag.tsx'
export { NewFlag } from '../../features/flags/new-flag.tsx'
export { FoldCard } from './fold/fold-card.tsx'
export { RowMenuItems } from './row/row-menu-items.tsx'
export { RowToggles } from './row/row-toggles.tsx'
export { DeleteView } from './views/delete-view.tsx'
export { SaveView } from './views/save-view.tsx'
export { FollowWindow } from './window/follow-window.tsx'
