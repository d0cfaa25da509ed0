import { wrongUse } from '../../core/failure.ts'
import { writeFile } from '../../core/write-file.ts'
import { type LinkOf, reportPage } from './page.ts'
import type { Report } from './report.ts'

/** The formats of a report, by the extension of the file. */
const forms: readonly [string, (report: Report, linkOf: LinkOf) => string][] = [
  ['.json', (report) => `${JSON.stringify(report, null, 2)}\n`],
  ['.html', reportPage],
]

export const reportWriter = (file: string | undefined): ((report: Report, linkOf: LinkOf) => void) => {
  if (file === undefined) return () => {}
  const [, render] =
    forms.find(([end]) => file.endsWith(end)) ?? wrongUse(`${file} ends neither in .json nor in .html.`)
  return (report, linkOf) => writeFile(file, render(report, linkOf))
}
