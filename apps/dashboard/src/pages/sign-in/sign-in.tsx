import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { methodsQuery } from '../../api/session.ts'
import { base } from '../../base.ts'
import { hasDrafts } from '../../features/draft/storage/kept.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/note.tsx'
import './sign-in.css'
import { SignInHero } from './sign-in-hero.tsx'

export const SignInPage = () => {
  const { data: methods, error } = useQuery(methodsQuery)
  const { ended } = useSearch({ from: '/sign-in' })
  useEffect(() => {
    document.title = 'Sign in · Bunting'
  }, [])
  return (
    <div className="signin">
      <SignInHero />
      <main className="box" id="main">
        <h1>Sign in to Bunting</h1>
        <p className="lede">Flags, who gets them, and who changed what.</p>
        {ended && (
          <Note kind="warn">
            <b>You are signed out: your session is over.</b> Sign in, and you are back where you were.
            {hasDrafts() && ' What you did not save is kept as a draft.'}
          </Note>
        )}
        {error && <Note kind="no">{error.message}</Note>}
        {methods?.provider && (
          <a className={buttonClass({ kind: 'primary', size: 'lg' }, 'w-full')} href={`${base}/api/auth/idp`}>
            Continue with single sign-on
            <ArrowRight size={16} strokeWidth={1.5} aria-hidden />
          </a>
        )}
        {methods && <p className="alt">{otherWays(methods)}</p>}
      </main>
      <footer>
        <span>{location.host}</span>
        <span>Trouble signing in? Ask an admin of your organization.</span>
      </footer>
    </div>
  )
}

const otherWays = ({ provider, localLink }: { provider: boolean; localLink: boolean }): string => {
  if (localLink) {
    return 'The server printed a one-time link when it started. It works for 15 minutes, on this machine; a new start prints a new one.'
  }
  return provider
    ? 'You come back here when your identity provider knows you.'
    : 'No identity provider is set up, and a one-time link is for the machine that runs Bunting alone. Set BUNTING_OAUTH_ISSUER and start it again.'
}
