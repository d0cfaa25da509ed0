import type { Client } from '@bunting/contract'
import type { Ask } from '../../core/ask.ts'
import { readJson } from '../../core/read-json.ts'

type Schema = NonNullable<Parameters<Client['createFlag']>[0]['body']['schema']>

/** Only parsed here: the server describes mistakes better. */
export const readSchema = async (ask: Ask, file: string): Promise<Schema> => (await readJson(ask, file)) as Schema
