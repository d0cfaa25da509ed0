import type { Details, Flags } from '@bunting/sdk-web'
import { createContext } from 'react'

export type FlagsContextValue = {
  flags: Flags | undefined
  initial: Readonly<Record<string, Details>> | undefined
}

export const FlagsContext = createContext<FlagsContextValue>({ flags: undefined, initial: undefined })
