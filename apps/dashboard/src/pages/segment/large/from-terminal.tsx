import type { SegmentProps } from '../segment-props.ts'

/** The same for whoever does it each morning. */
export const FromTerminal = ({ segment, environment }: SegmentProps) => (
  <section className="large-terminal" aria-label="From a terminal">
    <h2>From a terminal</h2>
    <pre>
      <code>
        bunting segments ids replace {segment.key} ids.csv --env {environment.slug}
      </code>
    </pre>
  </section>
)
