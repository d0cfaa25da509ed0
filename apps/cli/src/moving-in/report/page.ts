import type { Finding, FindingKind } from '../converted.ts'
import { findingCodes } from '../finding-codes.ts'
import type { Report, Verified } from './report.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: unknown): string =>
  String(text).replace(/[&<>"']/g, (character) => entities[character] as string)

const number = (value: number): string => value.toLocaleString('en')

const titles: Record<Report['source'], string> = {
  launchdarkly: 'LaunchDarkly',
  unleash: 'Unleash',
  flagsmith: 'Flagsmith',
  growthbook: 'GrowthBook',
  flagd: 'flagd',
  goff: 'GO Feature Flag',
}

const kinds: Record<FindingKind, { title: string; meaning: string }> = {
  'by-hand': {
    title: 'To be done by hand',
    meaning: 'Bunting cannot do the same here. These flags are off in that environment until somebody looks at them.',
  },
  widened: {
    title: 'The same for contexts that occur',
    meaning: 'Answers are the same for the contexts that applications usually send. Each line says when they are not.',
  },
  exact: { title: 'Good to know', meaning: 'Answers are the same.' },
}

const style = `
:root{color-scheme:light dark;--ink:#1d2733;--paper:#fff;--soft:#5d6b7a;--line:#dde3e9;--good:#15877a;--bad:#c0392b}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--paper:#151b22;--soft:#9aa7b4;--line:#2c3742;--good:#4cc2b2;--bad:#ff7b6b}}
body{font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:62rem;margin:2.5rem auto;padding:0 1.25rem}
h1{font-size:1.7rem;line-height:1.25}h2{font-size:1.2rem;margin-top:2.5rem}
p.lead{font-size:1.15rem}.good{color:var(--good)}.bad{color:var(--bad)}.soft{color:var(--soft)}
table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{text-align:left;vertical-align:top;padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}code{font:.9em ui-monospace,monospace}`

/** The flag's page at the source, if it is known. */
export type LinkOf = (flagKey: string) => string | undefined

/** Renders one self-contained page: a summary for those who decide, and the details. */
export const reportPage = (report: Report, linkOf: LinkOf): string => {
  const { source, flags, environments, findings, verify } = report
  const title = `Moving from ${titles[source]} to Bunting`
  const byHand = new Set(findings.filter(({ kind }) => kind === 'by-hand').map(({ flagKey }) => flagKey)).size
  const open =
    byHand === 0
      ? '<span class="good">None has to be done by hand.</span>'
      : `<span class="bad">${number(byHand)} ${byHand === 1 ? 'has' : 'have'} to be done by hand.</span>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p class="lead">${number(flags)} flags in ${number(environments)} ${environments === 1 ? 'environment' : 'environments'}. ${open}</p>
${verify ? proof(verify) : '<p class="soft">Answers were not compared: <code>--verify</code> does that.</p>'}
${(['by-hand', 'widened', 'exact'] as const).map((kind) => section(kind, findings, linkOf)).join('\n')}
</body>
</html>
`
}

const proof = ({ compared, different, unexplained, below, flags }: Verified): string => {
  const said =
    different === 0
      ? `<p class="lead good">All ${number(compared)} answers are the same.</p>
<p>So fewer than ${escaped(percent(below))} of all contexts get another answer, with 95 % certainty.</p>`
      : `<p class="lead ${unexplained > 0 ? 'bad' : 'good'}">${number(compared - different)} of ${number(compared)} answers are the same. ${
          unexplained > 0
            ? `${number(unexplained)} differ, and nothing below explains why.`
            : 'The others are for contexts that are described below.'
        }</p>`
  const rows = flags
    .filter((flag) => flag.different > 0)
    .map(
      ({ flagKey, environment, compared: asked, different: other, example }) =>
        `<tr><td><code>${escaped(flagKey)}</code><br><span class="soft">${escaped(environment)}</span></td><td class="number">${number(other)} of ${number(asked)}</td><td>${example ? exampleText(example) : ''}</td></tr>`,
    )
  const table =
    rows.length === 0
      ? ''
      : `<table><thead><tr><th>Flag</th><th class="number">Different</th><th>The smallest example</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
  return `<h2>The proof</h2>\n${said}\n${table}`
}

type Example = NonNullable<Verified['flags'][number]['example']>

const exampleText = ({ context, theirs, ours, explainedBy }: Example): string =>
  `<code>${escaped(JSON.stringify(context))}</code><br>theirs <code>${escaped(JSON.stringify(theirs))}</code>, ours <code>${escaped(JSON.stringify(ours))}</code>${explainedBy === undefined ? '' : `<br><span class="soft">explained by ${escaped(explainedBy)}</span>`}`

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`

const section = (kind: FindingKind, findings: readonly Finding[], linkOf: LinkOf): string => {
  const rows = findings.filter((finding) => finding.kind === kind)
  if (rows.length === 0) return ''
  const { title, meaning } = kinds[kind]
  return `<h2>${title} (${number(rows.length)})</h2>
<p>${meaning}</p>
<table><thead><tr><th>What</th><th>Where</th><th>Code</th></tr></thead><tbody>
${rows.map((finding) => row(finding, linkOf)).join('\n')}
</tbody></table>`
}

const row = ({ code, flagKey, segmentKey, environment, message }: Finding, linkOf: LinkOf): string => {
  const name = flagKey ?? segmentKey
  const link = flagKey === undefined ? undefined : linkOf(flagKey)
  const shown = link === undefined ? escaped(name) : `<a href="${escaped(link)}">${escaped(name)}</a>`
  const where = [name === undefined ? 'all flags' : `<code>${shown}</code>`, environment && escaped(environment)]
  return `<tr><td>${escaped(message)}</td><td>${where.filter(Boolean).join('<br>')}</td><td><code title="${escaped(findingCodes[code])}">${escaped(code)}</code></td></tr>`
}
