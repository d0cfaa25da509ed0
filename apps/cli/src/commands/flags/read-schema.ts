import type { Client } from '@bunting/contract'
import type { Ask } from '../../core/ask.ts'
import { readJson } from '../../core/read-json.ts'

type Schema = NonNullable<Parameters<Client['createFlag']>[0]['body']['schema']>

/** Parses the JSON only: the server describes mistakes in a schema better. */
export const readSchema = async (ask: Ask, file: string): Promise<Schema> => (await readJson(ask, file)) as Schema
