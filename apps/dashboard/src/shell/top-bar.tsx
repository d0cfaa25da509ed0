import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, LogOut, Menu as MenuIcon, Search } from 'lucide-react'
import { type Ref, useState } from 'react'
import { base } from '../base.ts'
import { sessionQuery, signOut, useSession } from '../data/session.ts'
import { forgetDrafts, hasDrafts } from '../draft/draft.ts'
import { IconButton } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Face } from '../parts/face.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../parts/menu.tsx'
import { toast } from '../parts/toast.tsx'
import { LoadingLine } from './loading-line.tsx'
import { themes, useTheme } from './theme.ts'

type TopBarProps = { crumbs: Ref<HTMLElement>; onMenu(): void; onFind(): void }

export const TopBar = ({ crumbs, onMenu, onFind }: TopBarProps) => (
  <header className="top">
    <IconButton name="Menu" className="menu-btn" onClick={onMenu}>
      <MenuIcon size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
    <nav className="crumbs" aria-label="Where you are" ref={crumbs} />
    <button type="button" className="find" onClick={onFind} aria-keyshortcuts="Control+K">
      <Search size={16} strokeWidth={1.5} aria-hidden />
      <span>Search or jump to</span>
      <kbd aria-hidden>Ctrl K</kbd>
    </button>
    <Account />
    <LoadingLine />
  </header>
)

const themeNames = { system: 'As the system', light: 'Light', dark: 'Dark' }

const Account = () => {
  const { user } = useSession()
  const { theme, choose } = useTheme()
  const leaveNow = useSignOut()
  const [asked, ask] = useState<{ everywhere: boolean }>()
  const leave = (everywhere: boolean) => (hasDrafts() ? ask({ everywhere }) : void leaveNow(everywhere))
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button type="button" className="user">
            <Face name={user.name} me />
            <span className="nm" dir="auto">
              {user.name}
            </span>
            <span className="sr-only">, your account</span>
          </button>
        }
      >
        {user.email !== null && (
          <MenuLabel>
            <bdi>{user.email}</bdi>
          </MenuLabel>
        )}
        <MenuChoice
          label="Theme"
          value={theme}
          onChange={choose}
          options={themes.map((value) => ({ value, label: themeNames[value] }))}
        />
        <MenuLine />
        <MenuItem
          icon={<BookOpen size={16} strokeWidth={1.5} aria-hidden />}
          onSelect={() => window.open(`${base}/docs`, '_blank', 'noopener')}
        >
          API reference
        </MenuItem>
        <MenuItem icon={<LogOut size={16} strokeWidth={1.5} aria-hidden />} onSelect={() => leave(false)}>
          Sign out
        </MenuItem>
        <MenuItem icon={<LogOut size={16} strokeWidth={1.5} aria-hidden />} onSelect={() => leave(true)}>
          Sign out everywhere
        </MenuItem>
      </Menu>
      <Confirm
        open={asked !== undefined}
        onClose={() => ask(undefined)}
        title="Sign out with unsaved changes?"
        action="Sign out and drop them"
        onConfirm={() => void leaveNow(asked?.everywhere ?? false)}
      >
        Nothing of yours stays in this browser for whoever comes next: changes that you did not save are gone then.
      </Confirm>
    </>
  )
}

const useSignOut = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (everywhere: boolean) => {
    try {
      await signOut(everywhere)
    } catch (error) {
      toast({ kind: 'no', title: 'Not signed out', children: (error as Error).message })
      return
    }
    // Of what this person saw nothing stays behind for the next.
    await navigate({ to: '/sign-in' })
    forgetDrafts()
    client.clear()
    client.setQueryData(sessionQuery.queryKey, null)
  }
}
