import { sayValue } from '../../format/say-value.ts'
import { Lines } from '../../ui/value.tsx'
import type { Side } from './changes/change.ts'
import { ConditionChips } from './condition-chips.tsx'
import { Gauge } from './gauge.tsx'
import { Marked, type Which } from './marked.tsx'
import { PathList } from './path-list.tsx'
import { RuleSentence } from './rule-sentence.tsx'
import { Split } from './split.tsx'

/** One side of a change, as a table cell. */
export const SideView = ({ side, which }: { side: Side; which: Which }) => {
  switch (side.kind) {
    case 'nothing':
      return <span className="nothing">{side.text}</span>
    case 'text':
      return <Marked which={which}>{side.text}</Marked>
    case 'value':
      return (
        <Marked which={which} mono>
          {typeof side.value === 'object' ? <Lines document={side.value} /> : sayValue(side.value)}
        </Marked>
      )
    case 'paths':
      return <PathList changes={side.changes} which={which} />
    case 'rollout':
      return <Gauge percentage={side.percentage}>{side.text}</Gauge>
    case 'condition':
      return <ConditionChips condition={side.condition} changed={side.changed} which={which} />
    case 'split':
      return <Split shares={side.shares} />
    case 'rule':
      return <RuleSentence rule={side.rule} />
  }
}
