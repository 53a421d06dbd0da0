import type { ReactNode } from 'react'
import { JumpIcon, MoreIcon, PeopleIcon, PlusIcon, SearchIcon } from '#ui/icons.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { Logo } from '#ui/Logo.tsx'
import { openSearch } from '#search/searchState.ts'
import { ariaKeys, formatKeys } from '#keys/shortcuts.ts'
import { openSwitcher } from '#switcher/switcherState.ts'
import { useRoute } from '#routing/route.ts'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { showPeople } from '#people/openPeople.ts'
import { useWorkspace, workspace, type Workspace } from '#store/workspace/workspace.ts'
import { ActivityLink } from './ActivityLink.tsx'
import { ChannelGroup } from './ChannelGroup.tsx'
import type { Group, GroupsProps } from '#sidebar/arranged/arrangement.ts'
import { listNewApps } from './listNewApps.ts'
import { compareByTitle, isClosed, isDirectWithApp, isNamedChannel } from '#names/channelTitle.ts'
import { t } from '#words/t.ts'
import styles from './Sidebar.module.css'

const NewApps = lazyComponent(async () => (await import('#soon.ts')).NewApps)
const Account = lazyComponent(
  async () => (await import('#soon.ts')).Account,
  () => <div className={styles['foot']} />,
)
const ArrangedGroups = lazyComponent(async () => (await import('#soon.ts')).ArrangedGroups)
const FirstMessage = lazyComponent(async () => (await import('#soon.ts')).FirstMessage)
const RowActions = lazyComponent(async () => (await import('#soon.ts')).RowActions)
const TeamMenu = lazyComponent(
  async () => (await import('#soon.ts')).TeamMenu,
  () => <h1 className={styles['team']}>{workspace.getState().team.name}</h1>,
)
const KeptLinks = lazyComponent(async () => (await import('#soon.ts')).KeptLinks)

/** The list of the channels and direct messages that the person is in. */
export function Sidebar() {
  const state = useWorkspace((all) => all)
  const currentChannel = useRoute().channel
  const groups = listGroups(state, currentChannel)
  const Groups = state.sidebar ? ArrangedGroups : PlainGroups
  return (
    <nav className={styles['sidebar']} aria-label={t('Conversations')} data-region="sidebar">
      <div className={styles['head']}>
        <Logo size={22} className={styles['logo']} />
        <TeamMenu />
        <button
          type="button"
          className={styles['search']}
          aria-label={t('Search messages')}
          data-tip=""
          aria-keyshortcuts={ariaKeys('search')}
          onClick={() => openSearch()}
        >
          <SearchIcon />
        </button>
      </div>
      <button type="button" className={styles['jump']} onClick={openSwitcher} aria-keyshortcuts={ariaKeys('switcher')}>
        <JumpIcon size={14} />
        {t('Jump to')}
        <kbd>{formatKeys('switcher')}</kbd>
      </button>
      <div className={styles['scroll']}>
        <div className={styles['group']}>
          <ActivityLink state={state} />
          <KeptLinks />
        </div>
        <Groups groups={groups} state={state} currentChannel={currentChannel} />
        <RowActions />
      </div>
      <Account />
    </nav>
  )
}

/** The groups as they are until the person arranges them. */
function PlainGroups({ groups, state, currentChannel }: GroupsProps) {
  return groups
    .filter(({ id, channels, more }) => id !== 'apps' || channels.length > 0 || more !== false)
    .map(({ id, title, channels, buttons, more }) => (
      <ChannelGroup
        key={id}
        id={id}
        title={title}
        channels={channels}
        state={state}
        currentChannel={currentChannel}
        more={more}
      >
        {buttons}
      </ChannelGroup>
    ))
}

function HeadButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={styles['add']}
      aria-label={label}
      data-tip=""
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** The channels that the person is a member of and has not closed, and the one that is shown. */
function listGroups(state: Workspace, currentChannel: string | undefined): Group[] {
  const all = Object.values(state.channels).filter(
    (channel) => channel.id === currentChannel || (channel.member && !channel.archived && !isClosed(channel)),
  )
  const order = compareByTitle(state)
  const direct = all.filter((channel) => !isNamedChannel(channel)).toSorted(order)
  const [apps, people] = [true, false].map((ofApps) => direct.filter((one) => isDirectWithApp(one, state) === ofApps))
  const newApps = listNewApps(state)
  return [
    {
      id: 'channels',
      title: t('Channels'),
      channels: all.filter(isNamedChannel).toSorted((a, b) => Number(b.general) - Number(a.general) || order(a, b)),
      buttons: (
        <>
          <HeadButton label={t('Arrange the sidebar')} onClick={() => openChannelDialog({ kind: 'sidebar' })}>
            <MoreIcon size={14} />
          </HeadButton>
          <HeadButton label={t('Find or create a channel')} onClick={() => openChannelDialog({ kind: 'browse' })}>
            <PlusIcon size={14} />
          </HeadButton>
        </>
      ),
    },
    {
      id: 'apps',
      title: t('Apps'),
      channels: apps ?? [],
      more: newApps.length > 0 && <NewApps apps={newApps} />,
    },
    {
      id: 'direct',
      title: t('Direct messages'),
      channels: people ?? [],
      more: people?.length === 0 && <FirstMessage />,
      buttons: (
        <>
          <HeadButton label={t('People and groups')} onClick={() => showPeople({ kind: 'list' })}>
            <PeopleIcon size={14} />
          </HeadButton>
          <HeadButton label={t('New direct message')} onClick={() => openChannelDialog({ kind: 'message' })}>
            <PlusIcon size={14} />
          </HeadButton>
        </>
      ),
    },
  ]
}
