/** What the list opens and is there without: one file, which comes after it. */
export { ArchiveFlag } from './archive-flag.tsx'
export { AskTurn } from './ask-turn.tsx'
export { BulkBar } from './bulk/bulk-bar.tsx'
export { NewFlag } from './new-flag.tsx'
export { RowMenuItems } from './row-menu-items.tsx'
export { RowTurns } from './row-turns.tsx'
export { DeleteView } from './views/delete-view.tsx'
export { SaveView } from './views/save-view.tsx'
