import { flagsOf, type Target } from '../../target.ts'
import { type Kind, kindOf } from '../kind.ts'

const limit = { from: 1, to: 100 }
const search = ['', 'large', 'heavy', 'many-1', 'e', 'none'] as const

/** By whoever may read: pages, with filters, and files. */
export const reading = ({ manage, project, development }: Target): Kind[] => {
  const get = (path: string) => () => manage('GET', path)
  const found = (by: string) => (by === '' ? '' : `&search=${by}`)
  return [
    kindOf('a page of flags', { limit, search, archived: ['', 'false', 'true'] }, (point) =>
      get(
        `${project}/flags?limit=${point.limit}${found(point.search)}${point.archived === '' ? '' : `&archived=${point.archived}`}`,
      ),
    ),
    kindOf('summaries', { keys: limit, of: ['heavy', 'large', 'many'] as const }, (point) =>
      get(`${project}/flags/summaries?keys=${flagsOf[point.of].slice(0, point.keys).join()}`),
    ),
    kindOf('a page of versions', { limit, flag: ['large-0', 'heavy-0', 'many-5'] }, (point) =>
      get(`${development}/flags/${point.flag}/versions?limit=${point.limit}`),
    ),
    kindOf('a page of segments', { limit }, (point) => get(`${project}/segments?limit=${point.limit}`)),
    kindOf('versions of a segment', { limit }, (point) =>
      get(`${development}/segments/ids/versions?limit=${point.limit}`),
    ),
    kindOf('a page of the audit log', { limit, action: ['', 'flag', 'none'] }, (point) =>
      get(`${project}/audit-log?limit=${point.limit}${point.action === '' ? '' : `&action=${point.action}`}`),
    ),
    kindOf('the audit log as a file', {}, () => get('/v1/audit-log/export')),
    kindOf('the audit log, verified', {}, () => get('/v1/audit-log/verify')),
    kindOf('the overview', {}, () => get(`${project}/overview`)),
    kindOf('what can be cleaned up', {}, () => get(`${project}/flags/cleanup`)),
  ]
}
