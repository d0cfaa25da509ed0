import type { ApiKeyType, Scope } from '@bunting/contract'
import type { ReactNode } from 'react'
import { SecretOnce } from '../../ui/controls/secret-once.tsx'
import { sayScopes } from './scopes.ts'

type NewSecretProps = {
  secret: string
  about: { description: string; type: ApiKeyType; scopes: readonly Scope[]; environment: string }
  /** What happens to the previous secret, if there was one. */
  children?: ReactNode
  onClose(): void
}

export const NewSecret = ({ secret, about, children, onClose }: NewSecretProps) => (
  <SecretOnce
    title="Copy your new key"
    lede="This is the only time it is shown. Bunting keeps a hash, not the key."
    secret={secret}
    onClose={onClose}
  >
    <b className="text-ink">{about.description}</b>, a {about.type} key of {about.environment}.{' '}
    {sayScopes(about.scopes)} {children}
  </SecretOnce>
)
