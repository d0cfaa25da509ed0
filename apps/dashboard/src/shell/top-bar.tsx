import { useNavigate, useParams } from '@tanstack/react-router'
import { BookOpen, CircleUserRound, LogOut, Menu as MenuIcon, Search } from 'lucide-react'
import type { Ref } from 'react'
import { useSession } from '../api/session.ts'
import { base } from '../base.ts'
import { useSignOut } from '../features/session/sign-out.tsx'
import { IconButton } from '../ui/controls/button.tsx'
import { Face } from '../ui/face.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../ui/overlays/menu.tsx'
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
  const { leave, asking } = useSignOut()
  const navigate = useNavigate()
  const { projectId } = useParams({ from: '/projects/$projectId' })
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
        <MenuItem
          icon={<CircleUserRound size={16} strokeWidth={1.5} aria-hidden />}
          onSelect={() => void navigate({ to: '/projects/$projectId/account', params: { projectId } })}
        >
          Your account
        </MenuItem>
        <MenuLine />
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
        <MenuItem icon={<LogOut size={16} strokeWidth={1.5} aria-hidden />} onSelect={() => void leave(false)}>
          Sign out
        </MenuItem>
        <MenuItem icon={<LogOut size={16} strokeWidth={1.5} aria-hidden />} onSelect={() => void leave(true)}>
          Sign out everywhere
        </MenuItem>
      </Menu>
      {asking}
    </>
  )
}
