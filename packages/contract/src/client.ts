import { type Client, type ClientOptions, clientFor } from './client-for.ts'
import { endpoints } from './endpoints/index.ts'

/**
 * A function for each operation of the Management API. A change that was saved but not yet published answers with
 * `syncWarning`. Errors come as `ApiError`.
 */
export const createClient = (options: ClientOptions): Client => clientFor(endpoints, options)
