import '../../../features/code/code.css'
import type { SegmentProps } from '../segment-props.ts'

/** The command that replaces the list, for scripts. */
export const FromTerminal = ({ segment, environment }: SegmentProps) => (
  <section className="large-terminal" aria-label="From a terminal">
    <h2>From a terminal</h2>
    <div className="code">
      <pre>
        <code>
          bunting segments ids replace {segment.key} ids.csv --env {environment.slug}
        </code>
      </pre>
    </div>
  </section>
)
