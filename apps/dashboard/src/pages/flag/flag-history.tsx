import type { Environment } from '@bunting/contract'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'
import { History } from '../../features/versions/history/history.tsx'
import { flagKind } from './flag-kind.ts'

type FlagHistoryProps = { flag: LoadedFlag; environment: Environment }

export const FlagHistory = ({ flag, environment }: FlagHistoryProps) => <History kind={flagKind(flag, environment)} />
