import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { envColor } from '../../../ui/pennants/pennant.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { sayConfig } from '../say-config.ts'
import { LaneExperiments } from './lane-experiments.tsx'
import { LaneMarks } from './lane-marks.tsx'
import type { LaneProps } from './lane-props.ts'
import { LaneRamps } from './lane-ramps.tsx'
import { isIn, placeIn } from './range.ts'

/** The line of one environment: solid for the past, dotted for the future. */
export const Lane = ({ flag, happenings, ramps, experiments, versions, ...lane }: LaneProps) => {
  const { flagRef, environment, range, widthPx } = lane
  const nowMs = useNow().getTime()
  const nowAt = Math.min(Math.max(placeIn(range, nowMs), 0), 100)
  const version = flag.versions[environment.id]
  const words = sayConfig(version?.config)
  return (
    <div className="lane env" style={envColor(environment.color)}>
      <div className="lane-name">
        <Link
          to="/projects/$projectId/flags/$flagKey"
          params={flagRef}
          search={{ env: environment.slug }}
          dir="auto"
          title={environment.name}
        >
          {environment.name}
        </Link>
        {environment.protected && <Lock size={12} strokeWidth={1.75} aria-label="protected" />}
        <small>{version ? `v${version.version}, ${words}` : words}</small>
      </div>
      <div className="lane-plot">
        <i className="string" style={{ right: `${100 - nowAt}%` }} />
        <i className="string coming" style={{ left: `${nowAt}%` }} />
        <LaneMarks {...lane} items={happenings.filter(({ atMs, isTread }) => !isTread && isIn(range, atMs))} />
        <LaneExperiments {...lane} experiments={experiments} nowMs={nowMs} />
        <LaneRamps
          ramps={ramps}
          versions={versions}
          config={version?.config}
          range={range}
          widthPx={widthPx}
          nowMs={nowMs}
        />
      </div>
    </div>
  )
}
