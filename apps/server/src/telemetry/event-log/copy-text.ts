import { dayOf } from '../../rules/usage/days.ts'
import type { LoggedEvent } from '../../store/tables/event-log.ts'

export const copyColumns =
  'day, evaluated_ms, environment_id, flag_key, flag_id, value, reason, rule_id, sdk_type, sdk_version, count'

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Tests first, since that costs less than replacing, and most texts have nothing to escape. */
const escapeText = (text: string): string =>
  special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] as string) : text

/** A line in PostgreSQL's COPY text format. */
export const copyLine = (event: LoggedEvent): string =>
  `${dayOf(event.evaluatedMs)}\t${event.evaluatedMs}\t${event.environmentId}\t${escapeText(event.flagKey)}\t${escapeText(event.flagId)}\t${escapeText(event.value)}\t${event.reason}\t${escapeText(event.ruleId)}\t${event.sdkType}\t${escapeText(event.sdkVersion)}\t${event.count}\n`
