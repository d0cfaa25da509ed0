import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import type { Actor } from '../../api/actors.ts'
import { EnvName } from '../../ui/pennants/env-name.tsx'

/** The subject of a sentence: a person's name, or a key with its name. */
export const Subject = ({ actor }: { actor: Actor }) =>
  actor.type === 'user' ? (
    <b dir="auto">{actor.name}</b>
  ) : (
    <>
      The key <b dir="auto">{actor.name}</b>
    </>
  )

type FlagRefProps = { projectId: string; flagKey: string | undefined; env?: string | undefined }

export const FlagRef = ({ projectId, flagKey, env }: FlagRefProps) =>
  flagKey === undefined ? (
    'a flag'
  ) : (
    <Link
      to="/projects/$projectId/flags/$flagKey"
      params={{ projectId, flagKey }}
      search={env === undefined ? {} : { env }}
    >
      <code>{flagKey}</code>
    </Link>
  )

type SegmentRefProps = { projectId: string; segmentKey: string | undefined; env?: string | undefined }

export const SegmentRef = ({ projectId, segmentKey, env }: SegmentRefProps) =>
  segmentKey === undefined ? (
    'a segment'
  ) : (
    <Link
      to="/projects/$projectId/segments/$segmentKey"
      params={{ projectId, segmentKey }}
      search={env === undefined ? {} : { env }}
    >
      <code>{segmentKey}</code>
    </Link>
  )

type EnvRefProps = { projectId: string; environment: Environment | undefined }

export const EnvRef = ({ projectId, environment }: EnvRefProps) =>
  environment ? (
    <Link to="/projects/$projectId/environments" params={{ projectId }} search={{ env: environment.slug }}>
      <EnvName environment={environment} />
    </Link>
  ) : (
    'an environment'
  )
