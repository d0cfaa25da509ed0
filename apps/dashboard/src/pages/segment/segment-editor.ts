// One file for the browser: both need the engine, which is asked for at once.
export { MembersTab } from './members.tsx'
export { SegmentHistory } from './segment-history.tsx'
