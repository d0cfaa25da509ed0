export { isolate } from './isolate.ts'
export { sayList } from './list.ts'
export { type ProposedChange, sayProposed } from './proposed.ts'
export { unlisted } from './unlisted.ts'
