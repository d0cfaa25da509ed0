// One file for the browser: both components need the engine, and are requested at once.
export { MembersTab } from './members.tsx'
export { SegmentHistory } from './segment-history.tsx'
