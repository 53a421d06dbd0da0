import { useEffect } from 'react'
import { useStore } from 'zustand'
import { isMac, isPressed, keysOf, nameKeys } from '#keys/shortcuts.ts'
import { sessionState } from '#signin/session.ts'
import { ownerOfPage } from '#store/browser/browserStorage.ts'
import { addTeamPath, showTeam } from '#store/browser/pageTeam.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { ChevronIcon, PlusIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { t } from '#words/t.ts'
import { followTeams, newsElsewhere, refreshTeams, teamNews } from './teamNews.ts'
import styles from './TeamMenu.module.css'

/** [SES-14, SES-15] The name of the team, which opens the list of teams that the browser is signed in to. */
export function TeamMenu() {
  const name = useWorkspace((state) => state.team.name)
  const several = useStore(sessionState, (state) => state.known && state.session.all.length > 1)
  const teams = useStore(teamNews)
  useEffect(() => (several ? followTeams() : undefined), [several])
  useEffect(() => (several ? followKeys() : undefined), [several])
  const { unread, mentions } = newsElsewhere(teams)
  const here = ownerOfPage()?.team
  const elsewhere =
    mentions > 0
      ? t(', {count} for you in other teams', { count: mentions })
      : unread
        ? t(', something new in other teams')
        : ''

  const items = teams.map((one, i) => ({
    key: one.team,
    label: <TeamLabel {...one} isHere={one.team === here} place={i + 1} />,
    checked: one.team === here,
    onSelect: () => {
      if (one.team !== here) showTeam(one.team)
    },
  }))
  const add = { key: 'add', label: t('Sign in to another team'), icon: <PlusIcon />, onSelect: openSignIn }
  return (
    <h1 className={styles['team']}>
      <Menu
        label={t('Teams')}
        groups={[...(several ? [{ items }] : []), { items: [add] }]}
        button={(props) => (
          <button
            {...props}
            type="button"
            className={styles['button']}
            aria-label={`${name}${elsewhere}`}
            data-tip={t('Teams')}
            onClick={() => {
              if (several) void refreshTeams()
              props.onClick()
            }}
          >
            <span className={styles['name']}>{name}</span>
            <ChevronIcon size={12} className={styles['chevron']} />
            {elsewhere && <Mark mentions={mentions} />}
          </button>
        )}
      />
    </h1>
  )
}

type LabelProps = { name: string; unread: boolean; mentions: number; isHere: boolean; place: number }

function TeamLabel({ name, unread, mentions, isHere, place }: LabelProps) {
  const keys = keysOf('team')[place - 1]
  return (
    <span className={styles['label']} data-here={isHere || undefined}>
      <span className={styles['name']}>{name}</span>
      {unread && !isHere && (
        <>
          <Mark mentions={mentions} />
          <span className="visually-hidden">
            {mentions > 0 ? t('{count} for you', { count: mentions }) : t('something new')}
          </span>
        </>
      )}
      {keys && <kbd aria-hidden="true">{nameKeys(keys).join(isMac ? '' : '+')}</kbd>}
    </span>
  )
}

function Mark({ mentions }: { mentions: number }) {
  return <span className={styles['mark']} aria-hidden="true" data-drawn={mentions > 0 ? String(mentions) : undefined} />
}

function openSignIn(): void {
  location.assign(addTeamPath)
}

/** Ctrl and a digit show the team at that place. */
function followKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    // With Shift, digits belong to the editor.
    if (event.defaultPrevented || event.shiftKey || !isPressed(event, 'team')) return
    const team = teamNews.getState()[Number(event.key) - 1]
    if (!team) return
    event.preventDefault()
    if (team.team !== ownerOfPage()?.team) showTeam(team.team)
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
