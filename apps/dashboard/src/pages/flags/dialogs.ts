/** What the list opens and is there without: one file, which comes after it. */

export { BulkBar } from '../../features/bulk/bulk-bar.tsx'
export { AskTurn } from '../../features/flag-switch/ask-turn.tsx'
export { ArchiveFlag } from '../../features/flags/archive-flag.tsx'
export { NewFlag } from '../../features/flags/new-flag.tsx'
export { FoldCard } from './fold/fold-card.tsx'
export { RowMenuItems } from './row/row-menu-items.tsx'
export { RowTurns } from './row/row-turns.tsx'
export { DeleteView } from './views/delete-view.tsx'
export { SaveView } from './views/save-view.tsx'
