import type { Client, Scope } from '@bunting/contract'

/** Everything the tools need to know: whose key it is, what it is about, and how the Management API is reached. */
export type Door = {
  /** A client of the Management API that sends the name of the program on the other side along. */
  open(clientName: string): Client
  key: { id: string; scopes: readonly Scope[] }
  project: { id: string; slug: string }
  /** The address of the dashboard, without a slash at its end. */
  dashboardUrl: string
  /** The slug of the environment that all reads and writes are kept to; every environment without one. */
  pinnedTo?: string | undefined
  /** Whether only tools that read are offered. */
  readOnly?: boolean | undefined
  /** Whether changes of environments without protection are made without asking a person. */
  yesUnprotected?: boolean | undefined
  /** Signs what a person is asked, so that their yes counts for nothing else: the raw API key, which all instances know. */
  secret: string
  nowMs: () => number
  /** Is told of errors that are faults of a tool, of which the assistant learns nothing more. */
  onFault(error: unknown): void
  /** The version of Bunting. */
  version: string
}
